import { parseArgs } from 'node:util';
import type { ReviewFilter } from '#backend/services/reviews/moderation.ts';
import { MODERATIONS, type Moderation } from '#backend/services/reviews/moderations.ts';
import { taskReader } from '#scripts/command-line.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run reviews` was asked for. */
export type Task =
  | { command: 'list'; filter: ReviewFilter }
  | { command: 'moderate'; id: string; what: Moderation; by: string };

export const USAGE = `npm run reviews -- <command>

  list [--product <id>] [--hidden]   the newest reviews, of all products or of one; only the hidden ones
  hide <review>                      nobody sees it any more, and it does not count
  show <review>                      shows a hidden one again
  delete <review>                    removes it for good

The rating and the number of reviews of the product follow at once, and the pages with the next release.
--by NAME: who does it. By default you, as this machine knows you. It works on DATABASE_URL, or on the shop's own
PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. @throws Error with a sentence to show. */
export const readArguments = taskReader('reviews', (command, args) =>
  command === 'list' ? readList(args) : readModeration(command, args),
);

function readList(args: string[]): Task {
  const options = {
    product: { type: 'string' },
    hidden: { type: 'boolean', default: false },
  } as const;
  const { product, hidden } = parseArgs({ args, options }).values;
  return { command: 'list', filter: { productId: product ?? null, hidden } };
}

function readModeration(command: string, args: string[]): Task {
  const what = MODERATIONS.find((known) => known === command);
  if (!what) throw new Error(`There is no reviews command '${command}'`);
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new Error(`${command} takes the id of one review`);
  return { command: 'moderate', id, what, by: readBy(values.by) };
}
