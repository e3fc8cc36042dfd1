import { parseArgs } from 'node:util';
import { ACCOUNT_DEEDS, type AccountDeed } from '#backend/services/accounts/deeds.ts';
import type { Actor } from '#backend/services/staff/actor.ts';
import { taskReader } from '#scripts/command-line.ts';
import { actorBy, readBy } from '#scripts/who.ts';

/** What `npm run accounts` was asked for. */
export type Task =
  | { command: 'find'; text: string }
  | { command: 'show'; email: string }
  | { command: 'change'; email: string; what: AccountDeed; by: Actor };

export const USAGE = `npm run accounts -- <command> <email address>

  find       accounts whose email address or name has this in it
  show       the account, and what was done to it
  block      ends its sessions and lets nobody log in. Orders, reviews and the links in emails stay
  unblock    lets its owner log in again
  erase      deletes it with its reviews, as its owner can: orders stay for the books, without personal data once nothing is
             to be delivered any more

--by NAME: who does it. By default you, as this machine knows you. It works on DATABASE_URL, or on the shop's own
PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('accounts', (command, args): Task => {
  const what = ACCOUNT_DEEDS.find((known) => known === command);
  if (!what && command !== 'show' && command !== 'find') {
    throw new Error(`There is no accounts command '${command}'`);
  }
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (!what && values.by !== undefined) {
    throw new Error(`${command} records nothing: leave out --by`);
  }
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) {
    const wanted = command === 'find' ? 'a part of an email address or name' : 'one email address';
    throw new Error(`${command} takes ${wanted}`);
  }
  if (what) return { command: 'change', email, what, by: actorBy(readBy(values.by)) };
  return command === 'find' ? { command, text: email } : { command: 'show', email };
});
