import { setTimeout as pause } from 'node:timers/promises';
import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { isPaid } from '#backend/payment-provider/is-paid.ts';
import type { PaymentProvider, ProviderPayment } from '#backend/payment-provider/provider.ts';
import type { Violation } from './audit.ts';
import { SWEEP_ALLOWANCE_MINUTES } from './rules.ts';

/** Milliseconds between two requests: far below the provider's limit. */
const PAUSE_MS = 250;
/** Stops after this many failures in a row. */
const FAILURES = 3;

/**
 * Asks the provider about every order that was made or paid in the last `days`, one at a time, and compares. Changes
 * nothing: the sweeper, or a person, corrects what is wrong.
 */
export async function auditPayments(
  db: Database,
  paystack: Pick<PaymentProvider, 'verify'>,
  { days, pauseMs = PAUSE_MS }: { days: number; pauseMs?: number },
): Promise<{ violations: Violation[]; asked: number }> {
  const since = sql`now() - ${days}::int * interval '1 day'`;
  const recent = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(or(sql`${orders.createdAt} >= ${since}`, sql`${orders.paidAt} >= ${since}`))
    .orderBy(orders.createdAt);
  const violations: Violation[] = [];
  const report = (line: string) => violations.push({ rule: 'agrees with Paystack', line });
  let asked = 0;
  let failures = 0;
  for (const { id, reference } of recent) {
    if (asked > 0) await pause(pauseMs);
    const outcome = await paystack.verify(reference);
    asked++;
    if (!outcome.ok && outcome.refusal.code !== 'unknown_reference') {
      report(`Paystack could not be asked about order ${id}: ${outcome.refusal.message}`);
      if (++failures < FAILURES) continue;
      report(`Paystack was not asked about the ${recent.length - asked} orders after it`);
      break;
    }
    failures = 0;
    // Read again: the order may have been settled meanwhile.
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    const line = order && comparePayment(order, outcome.ok ? outcome.value : null, new Date());
    if (line) report(line);
  }
  return { violations, asked };
}

/**
 * How an order disagrees with its payment at the provider. `payment` is null when the provider does not know the
 * reference.
 */
export function comparePayment(
  order: OrderRow,
  payment: ProviderPayment | null,
  now: Date,
): string | null {
  const says = payment ? `Paystack says ${payment.word}` : 'Paystack does not know its reference';
  if (order.status === 'paid' || order.refundNeeded) {
    const what = `Order ${order.id} ${order.status === 'paid' ? 'is paid' : 'needs a refund'}`;
    if (payment?.state === 'reversed') {
      if (order.refundNeeded || order.reversedAt) return null;
      return `${what}, but ${says}, and the order is not marked as reversed`;
    }
    if (payment?.state !== 'succeeded') return `${what}, but ${says}`;
    if (payment.id !== order.transactionId) return `${what} by another transaction than Paystack's`;
    if (order.refundNeeded) return null;
    const verdict = isPaid(payment, { reference: order.reference, amountKobo: order.totalKobo });
    return verdict === 'paid' ? null : `${what}, but not as asked (${verdict})`;
  }
  if (payment?.state !== 'succeeded') return null;
  const age = payment.paidAt
    ? now.getTime() - Date.parse(payment.paidAt)
    : Number.POSITIVE_INFINITY;
  // Just paid: the webhook, the return page or the sweeper will settle it.
  if (order.status === 'pending' && age < SWEEP_ALLOWANCE_MINUTES * 60_000) return null;
  return `Order ${order.id} is ${order.status}, but ${says}: money has arrived`;
}
