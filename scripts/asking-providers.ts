import type { LogEntry } from '#backend/base/log.ts';
import type { CommandContext } from './command-line.ts';

/** Returns the parts of services that ask the provider, and the problems that they meet. */
export async function partsOf({ db, settings }: CommandContext) {
  const { providersOf } = await import('#backend/providers.ts');
  const problems: LogEntry[] = [];
  const log = (entry: LogEntry) => problems.push(entry);
  return { parts: { db, providers: providersOf(settings), settings, log }, problems };
}
