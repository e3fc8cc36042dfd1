import { parseArgs } from 'node:util';
import { ACCOUNT_DEEDS, type AccountDeed } from '#backend/services/accounts/deeds.ts';
import { taskReader } from '#scripts/command-line.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run accounts` was asked for. */
export type Task =
  | { command: 'show'; email: string }
  | { command: 'change'; email: string; what: AccountDeed; by: string };

export const USAGE = `npm run accounts -- <command> <email address>

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
  if (!what && command !== 'show') throw new Error(`There is no accounts command '${command}'`);
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (!what && values.by !== undefined) throw new Error('show records nothing: leave out --by');
  const [email, ...more] = positionals;
  if (email === undefined || more.length > 0) throw new Error(`${command} takes one email address`);
  return what
    ? { command: 'change', email, what, by: readBy(values.by) }
    : { command: 'show', email };
});
