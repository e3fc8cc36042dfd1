import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { done, type Refused, type Result, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { readRecords } from '#backend/fulfilment/records.ts';
import { count, type Limit } from '#backend/limits/rate-limits.ts';
import { noSuchOrder } from '#backend/order-book/customer-orders.ts';
import { type Kept, whyKept } from '#backend/order-book/why-kept.ts';
import { endAccepted, endPaid, endUnpaid } from '#backend/orders/ending.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import { paysBack } from '#backend/payment-provider/names.ts';
import type { Settlement } from '#backend/payments/settlement.ts';
import type { Refunds } from '#backend/refunds/refunds.ts';
import { requestRefund } from '#backend/refunds/request.ts';
import { paymentMoney } from '#backend/refunds/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Actor } from '#backend/staff/actor.ts';

/** The customer acts here with an owner's right to pay back what she has paid for this order. */
const CUSTOMER: Actor = { name: 'the customer', role: 'owner' };
const REMARK = 'Cancelled by the customer';
/** Each press asks the provider. */
const PRESSES: Limit = { name: 'cancel order', max: 10, seconds: 60 * 60 };

/** The sentences for a customer whose order is kept, and goes on as before. */
const KEPT: Readonly<Record<Kept, string>> = {
  off: 'Orders cannot be cancelled here. Please write to us.',
  ended: 'This order has ended already, so nothing was changed.',
  packed: 'This order is packed already, so it can no longer be cancelled. Please write to us.',
  disputed:
    'Your bank looks at the payment of this order, so it cannot be cancelled here. Please write to us.',
};

/** The services that cancelling needs. */
export interface Cancelling extends WithEvents {
  settlement: Pick<Settlement, 'ask'>;
  refunds: Pick<Refunds, 'send'>;
}

/**
 * Cancels an order that its customer has proved to be hers: its units are free or back in stock, its promotions no
 * longer count, and a refund of what was paid is recorded in the same transaction. The provider is asked first, so that
 * money on its way is not lost. Refusals: order_kept with the reason, rate_limited, unavailable while the provider does
 * not answer.
 */
export async function cancelForCustomer(
  { db, events, settlement: { ask }, refunds }: Cancelling,
  orderId: string,
): Promise<Result<null>> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) return noSuchOrder();
  const kept = await whyNot(db, order);
  if (kept) return refused(kept);
  const limited = await count(db, [PRESSES, order.id]);
  if (!limited.ok) return limited;
  if (!(await ask(order)))
    return refuse(
      'unavailable',
      'We cannot find out right now whether your payment is on its way, so your order was not cancelled. Please try again in a minute.',
    );
  const ended = await transact(db, async (transaction) => {
    const now = await lockOrder(transaction, order.id);
    const fault = now ? await whyNot(transaction, now) : 'ended';
    if (!now || fault) return refused(fault ?? 'ended');
    const end = { remark: REMARK, by: CUSTOMER.name };
    const hasPaid = await endPaid(transaction, order.id, end);
    const hasEnded =
      hasPaid ||
      (await endUnpaid(transaction, order.id, 'cancelled', REMARK)) ||
      (await endAccepted(transaction, order.id, end));
    if (!hasEnded) throw new Error(`Order ${order.id} is ${now.status}, and did not end`);
    await recordAction(transaction, {
      action: 'order.cancel',
      subject: order.id,
      recordedBy: CUSTOMER.name,
    });
    const payment = await moneyOf(transaction, order.id);
    await transaction
      .update(orders)
      .set({ cancelledAt: sql`now()`, refundNeeded: hasPaid || payment !== undefined })
      .where(eq(orders.id, order.id));
    if (!payment) {
      const event = { type: 'order.ended', order: order.id, why: 'by_customer' } as const;
      if (now.acceptedAt) await events.publish(transaction, event);
      return done(null);
    }
    const why = { reason: 'by_customer' } as const;
    const event = { type: 'payment.unusable', payment: payment.reference, why } as const;
    await events.publish(transaction, event);
    if (!paysBack(payment.provider)) return done(null);
    // All that is left. A refusal leaves it due, and staff see why.
    const request = { amountKobo: null, key: 'cancelled', reason: REMARK, restock: false };
    const asked = await requestRefund(transaction, order.id, { ...request, actor: CUSTOMER });
    return done(asked.ok ? asked.value : null);
  });
  if (!ended.ok) return ended;
  if (ended.value) await refunds.send(ended.value);
  return done(null);
}

const whyNot = async (db: Pick<Database, 'select'>, order: OrderRow) =>
  (await whyKept(db, [order], await readRecords(db, [order.id])))(order);

/** Returns the payment of an order that has brought money of which some is left. */
async function moneyOf(transaction: Transaction, orderId: string) {
  const [row] = await transaction
    .select({ reference: payments.reference, provider: payments.provider })
    .from(paymentMoney)
    .innerJoin(payments, eq(payments.reference, paymentMoney.reference))
    .where(and(eq(paymentMoney.orderId, orderId), gt(paymentMoney.remaining, 0)))
    .orderBy(desc(paymentMoney.remaining))
    .limit(1);
  return row;
}

const refused = (kept: Kept): Refused<'order_kept'> => refuse('order_kept', KEPT[kept]);
