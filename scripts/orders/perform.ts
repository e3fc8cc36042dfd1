import type { Database } from '#backend/db/connect.ts';
import type { LogEntry } from '#backend/log.ts';
import { emailsOfOrder } from '#backend/mail/queue.ts';
import { createPaystack } from '#backend/payments/paystack.ts';
import { type AdminResult, cancelOrder } from '#backend/services/orders/admin.ts';
import { eachOrder, findByName } from '#backend/services/orders/admin-orders.ts';
import { exportOrders } from '#backend/services/orders/export.ts';
import { addNote, notesOf } from '#backend/services/orders/notes.ts';
import { createSettlement } from '#backend/services/payments/settlement.ts';
import { recordByHand } from '#backend/services/refunds/by-hand.ts';
import { createRefunds } from '#backend/services/refunds/refunds.ts';
import type { Settings } from '#backend/settings.ts';
import { orderNumber } from '#domain/order.ts';
import { print } from '#process/console.ts';
import { save } from '#scripts/csv/saving.ts';
import { readBy } from '#scripts/who.ts';
import type { Task } from './arguments.ts';
import { recordSteps, refundLine } from './record.ts';
import { orderSheet } from './sheet.ts';
import { orderTable } from './table.ts';

/** Does the task. @throws Error with a sentence to show. */
export async function perform(db: Database, task: Task, settings: Settings): Promise<void> {
  if (settings.TEST_PAYMENTS === 'yes') {
    console.error('TEST_PAYMENTS=yes: no payment of these orders is real. Deliver none of them.');
  }
  if (task.command === 'list') return print(orderTable(eachOrder(db, task.filter)));
  if (task.command === 'export') {
    const file = await exportOrders(db, task.filter, readBy(undefined));
    return task.out === null ? print(file) : save(file, task.out);
  }
  if (task.command === 'step') return recordSteps(db, task);
  const found = await findByName(db, task.name);
  if (!found.ok) throw new Error(found.sentence);
  const { order } = found;
  if (task.command === 'show') {
    const [emails, notes] = await Promise.all([emailsOfOrder(db, order), notesOf(db, [order.id])]);
    return print([orderSheet(order, emails, notes)]);
  }
  if (task.command === 'note') {
    const noted = await addNote(db, order.id, task);
    if (!noted.ok) throw new Error(noted.refusal.message);
    return console.log(`The note is kept with order #${orderNumber(order.id)}.`);
  }
  const problems: LogEntry[] = [];
  const parts = {
    db,
    paystack: createPaystack({
      secretKey: settings.PAYSTACK_SECRET_KEY,
      baseUrl: settings.PAYSTACK_URL,
      timeoutMs: settings.PAYSTACK_TIMEOUT_MS,
      pauseMs: settings.PAYSTACK_PAUSE_MS,
      allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
    }),
    settings,
    log: (entry: LogEntry) => problems.push(entry),
  };
  if (task.command === 'refund' || task.command === 'refunded') {
    const outcome =
      task.command === 'refund'
        ? await createRefunds(parts).refund(order.id, task.wish)
        : await recordByHand(db, order.id, task.wish);
    return console.log(refundLine(outcome));
  }
  accept(await cancelOrder(createSettlement(parts), order, task.actor), problems);
  console.log(`Order #${orderNumber(order.id)} is cancelled, and its units are back in stock.`);
}

function accept(answer: AdminResult, problems: readonly LogEntry[] = []): void {
  if (answer.ok) return;
  const why = problems.find((entry) => entry.event === 'payment_verify_failed')?.message;
  throw new Error(answer.sentence, why === undefined ? undefined : { cause: why });
}
