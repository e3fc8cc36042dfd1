import type { LogEntry } from '#backend/base/log.ts';
import type { WithEvents } from '#backend/events/events.ts';
import type { CommandContext } from './command-line.ts';

/** Returns the parts of services that ask the provider, and their problems. */
export async function partsForProviders({ db, settings }: CommandContext) {
  const { providersOf } = await import('#backend/providers.ts');
  const { withOwn } = await import('#backend/payments/way-rules.ts');
  const problems: LogEntry[] = [];
  const log = (entry: LogEntry) => problems.push(entry);
  const telling = await tellingOf({ db, settings });
  return {
    parts: { ...telling, providers: withOwn(providersOf(settings), db), settings, log },
    problems,
  };
}

/** Returns the database of a command whose changes publish events, for emails to customers and the merchant. */
export async function tellingOf({
  db,
  settings,
}: Pick<CommandContext, 'db' | 'settings'>): Promise<WithEvents> {
  const { createEvents } = await import('#backend/emails/subscribers.ts');
  const { readSealKeys } = await import('#backend/payments/sealed/keys.ts');
  return { db, events: createEvents(settings, await readSealKeys(settings)) };
}
