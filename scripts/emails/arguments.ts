import { parseArgs } from 'node:util';

/** What `npm run emails` was asked for. `id` is null for all. */
export type Task =
  | { command: 'usage' }
  | { command: 'list' }
  | { command: 'retry'; id: string | null }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run emails -- <command>

  list           the emails that could not be delivered, and those that wait to be tried again, with the mail
                 server's words
  retry <id>     tries an email again that could not be delivered, once the address or the mail server is mended
  retry --all    the same for all of them

An email is tried for four days, one with a code until its code has expired. It works on DATABASE_URL, or on the shop's
own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { all: { type: 'boolean', default: false } },
    });
    const [id, ...more] = positionals;
    if (command === 'list') {
      return positionals.length > 0 || values.all ? wrong('list takes nothing') : { command };
    }
    if (command !== 'retry') return wrong(`There is no emails command '${command}'`);
    if (more.length > 0 || (id === undefined) !== values.all) {
      return wrong('retry takes the id of one email, or --all');
    }
    return { command, id: id ?? null };
  } catch (error) {
    // Node's message without its advice.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\.\s.*$/s, ''));
  }
}

const wrong = (sentence: string): Task => ({
  command: 'wrong',
  sentence: `${sentence}. npm run emails prints what it does.`,
});
