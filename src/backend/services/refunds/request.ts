import { and, eq, ne, sql } from 'drizzle-orm';
import { orders } from '#backend/db/tables/order-tables.ts';
import { disputes, type RefundRow, refunds } from '#backend/db/tables/refund-tables.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { amountOf } from '#backend/mail/merchant-refund-emails.ts';
import { newRefundMark } from '#backend/services/orders/ids.ts';
import { isOpenDispute } from '#backend/services/orders/refunds.ts';
import { orderNumber } from '#domain/order.ts';
import { paidBack } from './paid-back.ts';

/** Seconds for which a process has a refund to itself: longer than its calls of Paystack take. */
export const CLAIM_SECONDS = 180;

/** A refund that somebody asks for. */
export interface RefundWish {
  /** Kobo. Null for all that is left of the payment. */
  amountKobo: number | null;
  /**
   * Tells two refunds of one order apart. By default the amount does: however often the same amount is asked for, it is
   * paid back once.
   */
  key: string | null;
  reason: string | null;
  /** Who asks. */
  by: string;
  /** Whether the units of the order come back into stock. */
  restock: boolean;
}

/** A new row, one that is there already, or a sentence that says why there is none. */
export type Requested =
  | { kind: 'new' | 'known'; refund: RefundRow }
  | { kind: 'refused'; sentence: string };

/**
 * Writes down a refund before Paystack hears of it, under the order's lock: the same wish is one row, and all rows
 * together never exceed the payment. The row belongs to this process until its claim ends.
 */
export async function requestRefund(
  transaction: Transaction,
  orderId: string,
  { amountKobo, key, reason, by, restock }: RefundWish,
): Promise<Requested> {
  const name = `Order #${orderNumber(orderId)}`;
  const refuse = (words: string): Requested => ({ kind: 'refused', sentence: `${name} ${words}.` });
  const [order] = await transaction
    .select()
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('no key update');
  if (!order) return refuse('is gone');
  const { paidAmount, paidCurrency } = order;
  if (
    paidAmount === null ||
    paidCurrency === null ||
    !(order.status === 'paid' || order.refundNeeded)
  )
    return refuse(`is ${order.status}: no money has arrived that could be refunded`);
  if (paidCurrency !== 'NGN')
    return refuse(`was paid in ${paidCurrency}: refund it in the Paystack dashboard`);

  const intent = key ?? (amountKobo === null ? 'rest' : String(amountKobo));
  const [known] = await transaction
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.orderId, orderId), eq(refunds.intent, intent), ne(refunds.status, 'failed')),
    );
  if (known && amountKobo !== null && known.amount !== amountKobo)
    return refuse(
      `has a refund of ${amountOf(known.amount, 'NGN')} under the key '${intent}': give another key`,
    );
  if (known) return { kind: 'known', refund: known };

  const disputed = await transaction.$count(
    disputes,
    and(eq(disputes.orderId, orderId), isOpenDispute),
  );
  if (disputed > 0)
    return refuse(
      'is disputed: answer in the Paystack dashboard, or the money might be paid back twice',
    );
  const left = paidAmount - (await paidBack(transaction, order));
  const amount = amountKobo ?? left;
  if (left <= 0)
    return refuse('is paid back already, or is about to be: nothing is left to refund');
  if (amount > left)
    return refuse(
      `was paid with ${amountOf(paidAmount, 'NGN')}, of which ${amountOf(left, 'NGN')} is left to refund`,
    );
  if (restock && order.status !== 'paid')
    return refuse('has taken nothing off the stock, so nothing can come back: leave out --restock');

  const [refund] = await transaction
    .insert(refunds)
    .values({
      orderId,
      status: 'requested',
      amount,
      currency: 'NGN',
      intent,
      mark: newRefundMark(),
      reason,
      requestedBy: by,
      restock,
      nextTryAt: sql`now() + ${CLAIM_SECONDS} * interval '1 second'`,
    })
    .returning();
  if (!refund) throw new Error('The database returned no refund');
  return { kind: 'new', refund };
}
