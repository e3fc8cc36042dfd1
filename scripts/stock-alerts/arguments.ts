import { taskReader } from '#scripts/command-line.ts';

/** What `npm run stock-alerts` was asked for. */
export type Task = { command: 'list' } | { command: 'show' | 'erase'; email: string };

export const USAGE = `npm run stock-alerts -- <command>

  list               the products that people wait for, and how many of them. It names nobody
  show <address>     what an email address waits for, and the words that its owner consented to
  erase <address>    deletes the requests of an address, with the emails about them

A request waits for its product for 180 days, and is deleted a day after the email that tells of it. It works on
DATABASE_URL, or on the shop's own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('stock-alerts', (command, args): Task => {
  const [email, ...more] = args;
  if (command === 'list') {
    if (email !== undefined) throw new Error('list takes nothing');
    return { command };
  }
  if (command !== 'show' && command !== 'erase') {
    throw new Error(`There is no stock-alerts command '${command}'`);
  }
  if (email === undefined || email.startsWith('-') || more.length > 0) {
    throw new Error(`${command} takes one email address`);
  }
  return { command, email: email.trim().toLowerCase() };
});
