import { setTimeout as pause } from 'node:timers/promises';
import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import { isPaid, isPending } from '#backend/orders/status.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import { type Providers, providerOf } from '#backend/payment-provider/providers.ts';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import type { Violation } from './audit.ts';
import { SWEEP_ALLOWANCE_MINUTES } from './rules.ts';

/** Milliseconds between two requests: far below the provider's limit. */
const PAUSE_MS = 250;
/** Stops after this many failures in a row. */
const FAILURES = 3;

/**
 * Asks the providers about every payment of an order that was made or paid in the last `days`, one at a time, and
 * compares. Changes nothing: the sweeper, or a person, corrects what is wrong.
 */
export async function auditPayments(
  db: Database,
  providers: Providers,
  { days, pauseMs = PAUSE_MS }: { days: number; pauseMs?: number },
): Promise<{ violations: Violation[]; asked: number }> {
  const since = sql`now() - ${days}::int * interval '1 day'`;
  const withOrder = () =>
    db
      .select({ order: orders, row: payments })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId));
  const recent = (
    await withOrder()
      .where(or(sql`${orders.createdAt} >= ${since}`, sql`${orders.paidAt} >= ${since}`))
      .orderBy(orders.createdAt)
  ).flatMap(({ row }) => {
    const verify = providerOf(providers, row.provider)?.verify;
    return verify ? [{ row, verify }] : [];
  });
  const violations: Violation[] = [];
  let asked = 0;
  let failures = 0;
  for (const { row, verify } of recent) {
    const { reference, orderId, provider } = row;
    const { name } = wordsOf(provider);
    const report = (line: string) => violations.push({ rule: `agrees with ${name}`, line });
    if (asked > 0) await pause(pauseMs);
    const outcome = await verify(reference);
    asked++;
    if (!outcome.ok && outcome.refusal.code !== 'unknown_reference') {
      report(`${name} could not be asked about order ${orderId}: ${outcome.refusal.message}`);
      if (++failures < FAILURES) continue;
      report(`${name} was not asked about the ${recent.length - asked} orders after it`);
      break;
    }
    failures = 0;
    // Read again, because the order may have been settled in the meantime.
    const [now] = await withOrder().where(eq(payments.reference, reference));
    const line = now && comparePayment(now, outcome.ok ? outcome.value : null, new Date());
    if (line) report(line);
  }
  return { violations, asked };
}

/** Returns how an order disagrees with its payment. `payment` is null if the provider does not know the reference. */
export function comparePayment(
  { order, row }: { order: OrderRow; row: PaymentRow },
  payment: ProviderPayment | null,
  now: Date,
): string | null {
  const { name } = wordsOf(row.provider);
  const says = payment ? `${name} says ${payment.word}` : `${name} does not know its reference`;
  if (row.received !== null) {
    const what = `Order ${order.id} ${isPaid(order) ? 'is paid' : 'needs a refund'}`;
    if (payment?.state === 'reversed') {
      if (order.refundNeeded || order.reversedAt) return null;
      return `${what}, but ${says}, and the order is not marked as reversed`;
    }
    if (payment?.state !== 'succeeded') return `${what}, but ${says}`;
    if (payment.id !== row.providerId) return `${what} by another transaction than ${name}'s`;
    if (order.refundNeeded) return null;
    const expected = { reference: row.reference, amountKobo: row.askedKobo ?? order.totalKobo };
    const fault = whyUnpaid(payment, expected);
    return fault && `${what}, but not as asked (${fault})`;
  }
  if (payment?.state !== 'succeeded') return null;
  const age = payment.paidAt
    ? now.getTime() - Date.parse(payment.paidAt)
    : Number.POSITIVE_INFINITY;
  // The payment is new: the webhook, the return page or the sweeper will settle it.
  if (isPending(order) && age < SWEEP_ALLOWANCE_MINUTES * 60_000) return null;
  return `Order ${order.id} is ${order.status}, but ${says}: money has arrived`;
}
