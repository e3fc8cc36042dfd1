import { parseArgs } from 'node:util';
import type { Actor } from '#backend/services/staff/actor.ts';
import { taskReader } from '#scripts/command-line.ts';
import { actorBy, readBy } from '#scripts/who.ts';

/** What `npm run emails` was asked for. `id` is null for all. */
export type Task = { command: 'list' } | { command: 'retry'; id: string | null; by: Actor };

export const USAGE = `npm run emails -- <command>

  list           the emails that could not be delivered, and those that wait to be tried again, with the mail
                 server's words
  retry <id>     tries an email again that could not be delivered, once the address or the mail server is mended
  retry --all    the same for all of them

--by NAME: who does it, for the log. By default you, as this machine knows you.
An email is tried for four days, one with a code until its code has expired. It works on DATABASE_URL, or on the shop's
own PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('emails', (command, args): Task => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, by: { type: 'string' } },
  });
  const [id, ...more] = positionals;
  if (command === 'list') {
    if (positionals.length > 0 || values.all) throw new Error('list takes nothing');
    return { command };
  }
  if (command !== 'retry') throw new Error(`There is no emails command '${command}'`);
  if (more.length > 0 || (id === undefined) !== values.all) {
    throw new Error('retry takes the id of one email, or --all');
  }
  return { command, id: id ?? null, by: actorBy(readBy(values.by)) };
});
