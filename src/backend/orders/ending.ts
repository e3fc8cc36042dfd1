import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { payments } from './payment-tables.ts';
import { UNPAID_PAUSE_MS } from './rechecks.ts';
import { restock } from './restocking.ts';
import { keepingUnits } from './status.ts';
import { release } from './stock.ts';
import { orders } from './tables.ts';

/** Earlier when the provider has news of it. */
const UNPAID_NEXT = sql`least(next_at, now() + ${UNPAID_PAUSE_MS} * interval '1 millisecond')`;

/**
 * Ends a pending order without payment and releases its units. The provider is asked again about it, because its
 * page may still be open. Frees its attempt to be made again, unless a newer attempt replaces it. An order that is
 * not pending, or is accepted, is left as it is.
 * @returns whether it ended.
 */
export async function endUnpaid(
  transaction: Transaction,
  orderId: string,
  status: 'failed' | 'cancelled',
  remark: string | null,
  { replaced = false }: { replaced?: boolean } = {},
): Promise<boolean> {
  const ended = transaction.$with('ended').as(
    transaction
      .update(orders)
      .set({
        status,
        remark,
        ...(!replaced && { attemptKey: null, endedAttemptKey: orders.attemptKey }),
      })
      .where(and(eq(orders.id, orderId), keepingUnits(orders)))
      .returning({ id: orders.id }),
  );
  const asked = transaction
    .$with('asked')
    .as(
      transaction
        .update(payments)
        .set({ nextAt: UNPAID_NEXT })
        .where(sql`${payments.orderId} in (select id from ended)`)
        .returning({ reference: payments.reference }),
    );
  const rows = await transaction.with(ended, asked).select().from(ended);
  if (rows.length === 0) return false;
  await release(transaction, orderId);
  return true;
}

/**
 * Ends a paid order whose goods are still here: its units come back into stock once, the codes of its samples end, and its
 * money is due for a refund.
 * @returns whether it ended.
 */
export async function endPaid(
  transaction: Transaction,
  orderId: string,
  { remark, by }: { remark: string; by: string },
): Promise<boolean> {
  const ended = await transaction
    .update(orders)
    .set({ status: 'cancelled', refundNeeded: true, remark })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'paid')))
    .returning({ id: orders.id });
  if (ended.length === 0) return false;
  await restock(transaction, orderId, by);
  await transaction
    .update(promotionCodes)
    .set({ staffEndedAt: sql`now()` })
    .where(and(eq(promotionCodes.orderId, orderId), isNull(promotionCodes.staffEndedAt)));
  return true;
}

/**
 * Ends an accepted order that nobody has paid, for staff, and brings its units back into stock once. Another order is left
 * as it is.
 * @returns whether it ended.
 */
export async function endAccepted(
  transaction: Transaction,
  orderId: string,
  { remark, by }: { remark: string; by: string },
): Promise<boolean> {
  const ended = await transaction
    .update(orders)
    .set({ status: 'cancelled', remark })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'pending'), isNotNull(orders.acceptedAt)))
    .returning({ id: orders.id });
  if (ended.length === 0) return false;
  await restock(transaction, orderId, by);
  return true;
}
