import type { Database } from '#backend/db/connect.ts';
import { type ListedReview, listAllReviews } from '#backend/services/reviews/list.ts';
import { moderateReview } from '#backend/services/reviews/moderation.ts';
import { lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { actorBy } from '#scripts/who.ts';
import type { Task } from './arguments.ts';

const DONE = { hide: 'hidden', show: 'shown', delete: 'deleted', keep: 'kept' } as const;

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  if (task.command === 'list') {
    const found = await listAllReviews(db, task.filter);
    return print(found.length === 0 ? ['No reviews.\n'] : found.map(lines));
  }
  const { id, what, reason } = task;
  const outcome = await moderateReview(db, id, {
    what,
    reason,
    actor: actorBy(task.by),
  });
  if (!outcome.ok) {
    const { code, message } = outcome.refusal;
    const hint = code === 'not_found' ? ' npm run reviews -- list shows them.' : '';
    throw new Error(`${message}${hint}`);
  }
  console.log(`The review is ${DONE[what]}${outcome.value === 'before' ? ' already' : ''}.`);
}

function lines({
  id,
  product,
  author,
  rating,
  comment,
  createdAt,
  hiddenAt,
  hiddenReason,
}: ListedReview): string {
  const why = hiddenReason ? ` (${plain(hiddenReason)})` : '';
  const hidden = hiddenAt ? `, hidden since ${lagosTime(hiddenAt)}${why}` : '';
  return `${id}\n  ${rating} of 5 for ${plain(product)}, by ${plain(author)}, of ${lagosTime(createdAt)}${hidden}\n  ${plain(comment)}\n`;
}
