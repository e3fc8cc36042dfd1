import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { eraseAlertsOf } from '#backend/services/stock-alerts/erasure.ts';
import { alertsOf, listWaited, type Waited } from '#backend/services/stock-alerts/staff.ts';
import { counted, lagosTime, plain } from '#domain/words.ts';
import { print } from '#process/console.ts';
import type { Task } from './arguments.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task): Promise<void> {
  if (task.command === 'list') return print(lines(await listWaited(db)));
  const { email } = task;
  if (task.command === 'show') {
    const found = await alertsOf(db, email);
    if (found.length === 0) throw new Error(`${email} waits for nothing.`);
    return print(found.map(sheet));
  }
  const erased = await transact(db, (transaction) => eraseAlertsOf(transaction, email));
  if (erased === 0) throw new Error(`${email} waits for nothing.`);
  console.log(`${counted(erased, 'request')} of ${email} erased.`);
}

function lines(products: readonly Waited[]): string[] {
  if (products.length === 0) return ['Nobody waits for a product.\n'];
  return products.map(({ id, name, status, units, waiting, unconfirmed, since }) => {
    const more = unconfirmed > 0 ? `, ${unconfirmed} not confirmed yet` : '';
    const now = status === 'shown' ? `${counted(units, 'unit')} to sell` : status;
    return `${id}\n  ${plain(name)}: ${waiting} waiting${more}, since ${lagosTime(since)}; ${now}\n`;
  });
}

function sheet({
  productId,
  product,
  consent,
  askedAt,
  confirmedAt,
  toldAt,
}: Awaited<ReturnType<typeof alertsOf>>[number]): string {
  const state = toldAt
    ? `told ${lagosTime(toldAt)}`
    : confirmedAt
      ? `waits since ${lagosTime(confirmedAt)}`
      : 'not confirmed yet';
  return `${productId}\n  ${plain(product)}: asked ${lagosTime(askedAt)}, ${state}\n  Consent: ${plain(consent)}\n`;
}
