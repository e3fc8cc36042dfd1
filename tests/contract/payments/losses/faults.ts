import { isNotNull, like } from 'drizzle-orm';
import { auditShop } from '#backend/audit/audit.ts';
import { auditPayments } from '#backend/audit/payments.ts';
import { auditUnmatched } from '#backend/audit/unmatched.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { orderMoney, refunds } from '#backend/refunds/tables.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import type { Life } from './life.ts';
import type { Scene } from './scene.ts';

const sum = (amounts: readonly { amount: number }[]) =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** Returns what the provider has refunded of a payment, and what it is about to. */
function moneyOf({ refunds: made, disputes }: TransactionRecord) {
  const claimed = disputes.filter(({ resolution }) => resolution === 'merchant-accepted');
  const ended = made.filter(({ status }) => status === 'processed');
  const underWay = made.filter(({ status }) => status !== 'processed' && status !== 'failed');
  return { gone: sum([...claimed, ...ended]), underWay: sum(underWay) };
}

/** Returns what the shop got wrong, in words. */
export async function faultsOf(
  { processes, books, shop }: Scene,
  life: Life,
  when: 'at rest' | 'settled',
): Promise<string[]> {
  const { db } = processes[0].services;
  const providers = [books.paystack, books.flutterwave] as const;
  // The whole audit takes half as long as a history, and its findings do not go away.
  const audited =
    when === 'at rest'
      ? []
      : await Promise.all([
          auditShop(db, { RESERVATION_MINUTES: 60 }),
          auditPayments(db, providers, { days: 7, pauseMs: 0 }),
          auditUnmatched(db, providers, { days: 7, settings: SETTINGS }),
        ]);
  const faults = audited.flatMap(({ violations }) =>
    violations.map(({ rule, line }) => `${rule}: ${line}`),
  );

  const [allOrders, rows, money, refundRows, letters] = await Promise.all([
    db.select().from(orders),
    db.select().from(payments).where(isNotNull(payments.foundAt)),
    db.select().from(orderMoney),
    db.select().from(refunds),
    db.select().from(emails).where(like(emails.id, 'merchant-unmatched:%')),
  ]);
  for (const [place, { reference, whose }] of life.sales.entries()) {
    const fault = (words: string) => faults.push(`#${place}: ${words}`);
    const record = books.find(reference);
    if (record.paidAt === null) continue;
    const order = allOrders.find((one) => one.reference === reference);
    const row = rows.find((one) => one.reference === reference);
    const waits = row && !row.otherShop && row.settledAt === null && row.orderId === null;
    const isReturned = row?.orderId === null && row.settledAt !== null;
    const isMoneyOf = order?.status === 'paid' || order?.refundNeeded === true;
    const { gone, underWay } = moneyOf(record);
    const isTaken = record.disputes.length > 0;
    if (whose === 'other system' && (order || row))
      fault('another system’s payment is in the books');
    if (whose === 'other shop' && (order || (row && !row.otherShop && !isReturned)))
      fault(`another shop’s payment is ${order?.status ?? row?.state}`);
    if (whose !== 'ours') continue;

    const isBack = gone + underWay >= record.amount;
    if (order && !isMoneyOf && record.status !== 'reversed')
      fault(`is paid, and its order is ${order.status}`);
    if (order && waits) fault('has an order, and waits for the merchant');
    if (!order && !waits && !isBack)
      fault(`has no order, and its row is ${row?.state ?? 'not there'}`);
    if (!order && waits && when === 'settled') fault('still waits');
    if (!order && row?.orderId) fault('has lost its order again');
    const told = letters.filter(({ text }) => text.includes(reference)).length;
    // She is told once more about money that counted as refunded: by the shop, or by all requests of its dashboard.
    const counted = sum(record.refunds) >= record.amount;
    const failed = record.refunds.filter(
      ({ status, merchantNote }) =>
        status === 'failed' && (counted || merchantNote?.endsWith(' No order')),
    );
    if (told > 1 + failed.length) fault(`is told of ${told} times`);
    if (gone + underWay > record.amount && !isTaken) fault('more is paid back than was paid');
    const made = record.refunds.filter(({ status }) => status !== 'failed');
    for (const { reason } of life.requests) {
      const times = made.filter(({ merchantNote }) => merchantNote?.endsWith(` ${reason}`)).length;
      if (times > 1) fault(`${reason} is paid back ${times} times`);
    }
    if (!order || !isMoneyOf) continue;
    const account = money.find(({ orderId }) => orderId === order.id);
    if (account?.gone !== gone || account.underWay !== underWay)
      fault(
        `the provider has paid back ${gone} and is about to pay ${underWay}, the shop says ${account?.gone} and ${account?.underWay}`,
      );
    const known = refundRows.filter(
      ({ orderId, status }) => orderId === order.id && status !== 'failed',
    );
    if (known.length !== made.length && !isTaken)
      fault(`${made.length} refunds are ${known.length} in the books`);
    if (when === 'settled' && order.refundNeeded && !order.refundedAt) fault('is still due back');
  }
  for (const [id, matters] of life.mailbox.matters)
    if (matters.size > 1) faults.push(`${id} was sent about ${[...matters].join(' and ')}`);
  const there = new Set(allOrders.map(({ id }) => id));
  for (const id of life.mailbox.copies.keys())
    if (when === 'settled' && !there.has(id) && !life.outOfStock.has(id))
      faults.push(`the merchant has an email about ${id}, which is lost`);
  const failures = shop.log.filter(({ level }) => level === 'error').map(({ event }) => event);
  return [...faults, ...new Set(failures.filter((event) => !KNOWN.includes(event)))];
}

const SETTINGS = { SITE_URL: 'http://127.0.0.1:4321' };
/** The errors that the log rightly has. */
const KNOWN = ['payment_without_order', 'database_lost_time'];
