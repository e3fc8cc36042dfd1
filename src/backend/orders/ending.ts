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

/** Ends an accepted order that is in a state, and brings its units back into stock once. @returns whether it ended. */
async function endAndRestock(
  transaction: Transaction,
  orderId: string,
  from: 'pending' | 'paid',
  { by, ...change }: End & { refundNeeded?: true },
): Promise<boolean> {
  const isMeant = and(
    eq(orders.id, orderId),
    eq(orders.status, from),
    isNotNull(orders.acceptedAt),
  );
  const ended = await transaction
    .update(orders)
    .set({ status: 'cancelled', ...change })
    .where(isMeant)
    .returning({ id: orders.id });
  if (ended.length > 0) await restock(transaction, orderId, by);
  return ended.length > 0;
}

/** Why an order ends, and the person who ends it. */
interface End {
  remark: string;
  by: string;
}

/**
 * Ends a paid order whose goods are still here: its units come back into stock once, the codes of its samples end, and its
 * money is due for a refund.
 * @returns whether it ended.
 */
export async function endPaid(
  transaction: Transaction,
  orderId: string,
  end: End,
): Promise<boolean> {
  const hasEnded = await endAndRestock(transaction, orderId, 'paid', {
    ...end,
    refundNeeded: true,
  });
  if (hasEnded)
    await transaction
      .update(promotionCodes)
      .set({ staffEndedAt: sql`now()` })
      .where(and(eq(promotionCodes.orderId, orderId), isNull(promotionCodes.staffEndedAt)));
  return hasEnded;
}

/**
 * Ends an accepted order that nobody has paid, and brings its units back into stock once. Another order is left as it is.
 * @returns whether it ended.
 */
export const endAccepted = (
  transaction: Transaction,
  orderId: string,
  end: End,
): Promise<boolean> => endAndRestock(transaction, orderId, 'pending', end);
