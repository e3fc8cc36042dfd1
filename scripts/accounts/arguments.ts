import { parseArgs } from 'node:util';
import { ACCOUNT_DEEDS, type AccountDeed } from '#backend/services/accounts/staff.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run accounts` was asked for. */
export type Task =
  | { command: 'usage' }
  | { command: 'show'; email: string }
  | { command: 'change'; email: string; what: AccountDeed; by: string }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run accounts -- <command> <email address>

  show       the account, and what was done to it
  block      ends its sessions and lets nobody log in. Orders, reviews and the links in emails stay
  unblock    lets its owner log in again
  erase      deletes it with its reviews, as its owner can: orders stay for the books, without personal data once nothing is
             to be delivered any more

--by NAME: who does it. By default you, as this machine knows you. It works on DATABASE_URL, or on the shop's own
PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  try {
    const what = ACCOUNT_DEEDS.find((known) => known === command);
    if (!what && command !== 'show') return wrong(`There is no accounts command '${command}'`);
    const oneAddress = wrong(`${command} takes one email address`);
    const positional = { args, allowPositionals: true } as const;
    if (!what) {
      const [email, ...more] = parseArgs(positional).positionals;
      return email === undefined || more.length > 0 ? oneAddress : { command: 'show', email };
    }
    const options = { by: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ ...positional, options });
    const [email, ...more] = positionals;
    if (email === undefined || more.length > 0) return oneAddress;
    return { command: 'change', email, what, by: readBy(values.by) };
  } catch (error) {
    // Node's message without its advice.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\.\s.*$/s, ''));
  }
}

const wrong = (sentence: string): Task => ({
  command: 'wrong',
  sentence: `${sentence}. npm run accounts prints what it does.`,
});
