import type { Database } from '#backend/db/connect.ts';
import { retryDead, undelivered } from '#backend/mail/undelivered.ts';
import { deliveryState } from '#backend/services/orders/words.ts';
import { lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import { expectDone } from '#scripts/who.ts';
import type { Task } from './arguments.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  if (task.command === 'list') return print(await list(db));
  const ids = expectDone(await retryDead(db, task.by, task.id));
  const count = ids.length === 1 ? '1 email' : `${ids.length} emails`;
  console.log(
    ids.length === 0 ? 'There was nothing to try again.' : `${count} will be tried again.`,
  );
}

/** The lines of the list. */
async function list(db: Database): Promise<string[]> {
  const found = await undelivered(db);
  if (found.length === 0) return ['Every email has been delivered, or waits for its first try.\n'];
  return found.map(
    (email) =>
      `${email.id}\n  ${plain(email.subject)}, to ${plain(email.recipient)}, of ${lagosTime(email.createdAt)}\n  ${deliveryState(email)}\n`,
  );
}
