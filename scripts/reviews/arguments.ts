import { parseArgs } from 'node:util';
import type { ReviewFilter } from '#backend/services/reviews/list.ts';
import { MODERATIONS, type Moderation } from '#backend/services/reviews/moderations.ts';
import { taskReader } from '#scripts/command-line.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run reviews` was asked for. */
export type Task =
  | { command: 'list'; filter: ReviewFilter }
  | { command: 'moderate'; id: string; what: Moderation; by: string; reason: string };

export const USAGE = `npm run reviews -- <command>

  list [--product <id>] [--new] [--hidden]
                                     the newest reviews, of all products or of one; only those that nobody has
                                     looked at yet, or only the hidden ones
  keep <review>                      it has been looked at, and stays
  hide <review> [--reason <words>]   nobody sees it any more, and it does not count; the reason is for the records
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
    new: { type: 'boolean', default: false },
    hidden: { type: 'boolean', default: false },
  } as const;
  const { product, hidden, new: unseen } = parseArgs({ args, options }).values;
  if (hidden && unseen) throw new Error('list takes --new or --hidden, not both');
  const view = hidden ? 'hidden' : unseen ? 'to-look-at' : 'all';
  return { command: 'list', filter: { productId: product ?? null, view } };
}

function readModeration(command: string, args: string[]): Task {
  const what = MODERATIONS.find((known) => known === command);
  if (!what) throw new Error(`There is no reviews command '${command}'`);
  const options = { by: { type: 'string' }, reason: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new Error(`${command} takes the id of one review`);
  const { reason = '' } = values;
  if (reason !== '' && what !== 'hide') throw new Error('--reason says why a review is hidden');
  return { command: 'moderate', id, what, by: readBy(values.by), reason };
}
