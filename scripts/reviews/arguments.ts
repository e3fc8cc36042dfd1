import { parseArgs } from 'node:util';
import {
  MODERATIONS,
  type Moderation,
  type ReviewFilter,
} from '#backend/services/reviews/moderation.ts';
import { readBy } from '#scripts/who.ts';

/** What `npm run reviews` was asked for. */
export type Task =
  | { command: 'usage' }
  | { command: 'list'; filter: ReviewFilter }
  | { command: 'moderate'; id: string; what: Moderation; by: string }
  | { command: 'wrong'; sentence: string };

export const USAGE = `npm run reviews -- <command>

  list [--product <id>] [--hidden]   the newest reviews, of all products or of one; only the hidden ones
  hide <review>                      nobody sees it any more, and it does not count
  show <review>                      shows a hidden one again
  delete <review>                    removes it for good

The rating and the number of reviews of the product follow at once, and the pages with the next release.
--by NAME: who does it. By default you, as this machine knows you. It works on DATABASE_URL, or on the shop's own
PostgreSQL in DATA_DIR, running or not.`;

/** Reads the command line. `wrong` carries the one sentence to print. */
export function readArguments(words: readonly string[]): Task {
  const [command, ...args] = words;
  if (command === undefined || ['help', '--help', '-h'].includes(command))
    return { command: 'usage' };
  try {
    return command === 'list' ? readList(args) : readModeration(command, args);
  } catch (error) {
    // Node's message without its advice.
    return wrong(String(error instanceof Error ? error.message : error).replace(/\.\s.*$/s, ''));
  }
}

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
  if (!what) return wrong(`There is no reviews command '${command}'`);
  const options = { by: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) return wrong(`${command} takes the id of one review`);
  return { command: 'moderate', id, what, by: readBy(values.by) };
}

const wrong = (sentence: string): Task => ({
  command: 'wrong',
  sentence: `${sentence}. npm run reviews prints what it does.`,
});
