import type { Database } from '#backend/db/connect.ts';
import {
  type ListedReview,
  listAllReviews,
  moderateReview,
} from '#backend/services/reviews/moderation.ts';
import { lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import type { Task } from './arguments.ts';

const DONE = { hide: 'hidden', show: 'shown', delete: 'deleted' } as const;

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  if (task.command === 'list') {
    const found = await listAllReviews(db, task.filter);
    return print(found.length === 0 ? ['No reviews.\n'] : found.map(lines));
  }
  const outcome = await moderateReview(db, task.id, task);
  if (outcome === 'unknown') {
    throw new Error(`There is no review ${task.id}. npm run reviews -- list shows them.`);
  }
  console.log(`The review is ${DONE[task.what]}${outcome === 'before' ? ' already' : ''}.`);
}

function lines({
  id,
  product,
  author,
  rating,
  comment,
  createdAt,
  hiddenAt,
}: ListedReview): string {
  const hidden = hiddenAt ? `, hidden since ${lagosTime(hiddenAt)}` : '';
  return `${id}\n  ${rating} of 5 for ${plain(product)}, by ${plain(author)}, of ${lagosTime(createdAt)}${hidden}\n  ${plain(comment)}\n`;
}
