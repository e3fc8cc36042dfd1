import { setTimeout as pause } from 'node:timers/promises';
import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders } from '#backend/db/order-tables.ts';
import { isPaid } from '#backend/payments/is-paid.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import type { Transaction as Payment } from '#backend/payments/transaction.ts';
import type { Violation } from './audit.ts';
import { SWEEP_ALLOWANCE_MINUTES } from './rules.ts';

/** Milliseconds between two questions: far below what Paystack allows. */
const PAUSE_MS = 250;
/** After so many failures in a row Paystack is left alone. */
const FAILURES = 3;

/**
 * Asks Paystack about every order that was made or paid in the last `days`, one after another, and compares.
 * Nothing is changed: what is amiss the sweeper, or a person, mends.
 */
export async function auditPayments(
  db: Database,
  paystack: Pick<Paystack, 'verify'>,
  { days, pauseMs = PAUSE_MS }: { days: number; pauseMs?: number },
): Promise<{ violations: Violation[]; asked: number }> {
  const since = sql`now() - ${days}::int * interval '1 day'`;
  const recent = await db
    .select({ id: orders.id, reference: orders.reference })
    .from(orders)
    .where(or(sql`${orders.createdAt} >= ${since}`, sql`${orders.paidAt} >= ${since}`))
    .orderBy(orders.createdAt);
  const violations: Violation[] = [];
  const tell = (line: string) => violations.push({ rule: 'as Paystack has it', line });
  let asked = 0;
  let failures = 0;
  for (const { id, reference } of recent) {
    if (asked > 0) await pause(pauseMs);
    const outcome = await paystack.verify(reference);
    asked++;
    if (!outcome.ok && outcome.code !== 'unknown_reference') {
      tell(`Paystack could not be asked about order ${id}: ${outcome.message}`);
      if (++failures < FAILURES) continue;
      tell(`Paystack was not asked about the ${recent.length - asked} orders after it`);
      break;
    }
    failures = 0;
    // As it is now: it may have been settled while we asked.
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    const line = order && comparePayment(order, outcome.ok ? outcome.value : null, new Date());
    if (line) tell(line);
  }
  return { violations, asked };
}

/** What is wrong between an order and what Paystack says of its reference (null: it does not know it). */
export function comparePayment(order: OrderRow, payment: Payment | null, now: Date): string | null {
  const says = payment ? `Paystack says ${payment.status}` : 'Paystack does not know its reference';
  if (order.status === 'paid' || order.refundNeeded) {
    const what = `Order ${order.id} ${order.status === 'paid' ? 'is paid' : 'needs a refund'}`;
    if (payment?.status === 'reversed') {
      if (order.refundNeeded || order.reversedAt) return null;
      return `${what}, but ${says}, which the order does not know`;
    }
    if (payment?.status !== 'success') return `${what}, but ${says}`;
    if (payment.id !== order.transactionId) return `${what} by another transaction than Paystack's`;
    if (order.refundNeeded) return null;
    const verdict = isPaid(payment, { reference: order.reference, amountKobo: order.totalKobo });
    return verdict === 'paid' ? null : `${what}, but not as asked (${verdict})`;
  }
  if (payment?.status !== 'success') return null;
  const age = payment.paidAt
    ? now.getTime() - Date.parse(payment.paidAt)
    : Number.POSITIVE_INFINITY;
  // Just paid: webhook, return page or sweeper will say so.
  if (order.status === 'pending' && age < SWEEP_ALLOWANCE_MINUTES * 60_000) return null;
  return `Order ${order.id} is ${order.status}, but ${says}: money came`;
}
