import type { Database } from '#backend/db/connect.ts';
import { retryDead, undelivered } from '#backend/mail/undelivered.ts';
import { print, runCommand } from '#process/console.ts';
import { deliveryState, lagosTime, plain } from '#scripts/orders/words.ts';
import { withShopDatabase } from '#shop/database.ts';
import { readShopSettings } from '#shop/settings.ts';
import { readArguments, type Task, USAGE } from './arguments.ts';

/** npm run emails */
await runCommand(async () => {
  const task = readArguments(process.argv.slice(2));
  if (task.command === 'usage') {
    console.log(USAGE);
    return 0;
  }
  if (task.command === 'wrong') throw new Error(task.sentence);
  const { backend: settings } = readShopSettings(process.env);
  await withShopDatabase(settings, (db) => perform(db, task));
  return 0;
});

async function perform(
  db: Database,
  task: Exclude<Task, { command: 'usage' | 'wrong' }>,
): Promise<void> {
  if (task.command === 'list') return print(await list(db));
  const ids = await retryDead(db, task.id);
  if (task.id !== null && ids.length === 0) {
    throw new Error(
      `${task.id} is not among the emails that could not be delivered, or its code has expired. npm run emails -- list shows them.`,
    );
  }
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
