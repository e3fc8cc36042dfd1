import { eq, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import { transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { keptDelivery } from '#backend/orders/delivery.ts';
import { endUnpaid } from '#backend/orders/ending.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { lockPurchase } from '#backend/orders/purchases.ts';
import { keepsUnits } from '#backend/orders/status.ts';
import { sellReserved } from '#backend/orders/stock.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';

/**
 * Returns what an order gets once it may be packed, and the secret of its link, which only an email holds.
 * @param from - when its delivery begins: it is accepted, or was paid (spec §1).
 */
export function acceptance(order: OrderRow, now: Date, from = now) {
  const key = newSecret();
  const change = {
    acceptedAt: now,
    ...(order.delivery && { delivery: keptDelivery(order.delivery.state, from.getTime()) }),
    ...(!order.eraseAt && { shareHash: hashSecret(key) }),
  };
  return { key, change };
}

/**
 * Accepts an order that is paid later, or costs nothing: takes its units off the stock, and confirms it by email. Nobody
 * asks about its payment until staff record money.
 * @param page - where its shopper is led.
 * @returns whether it is accepted now. One that has ended meanwhile is not, nor one whose units are gone.
 */
export const acceptUnpaid = (
  { db, events }: WithEvents,
  { id, reference }: Pick<OrderRow, 'id' | 'reference'>,
  page: string,
): Promise<boolean> =>
  transact(db, async (transaction) => {
    const locked = await lockPurchase(transaction, id);
    if (!locked || !keepsUnits(locked.row)) return locked?.row.acceptedAt != null;
    if (!(await sellReserved(transaction, id))) {
      await endUnpaid(transaction, id, 'failed', 'The stock was set to less than was reserved');
      return false;
    }
    const { change, key } = acceptance(locked.row, locked.now);
    const [order] = await transaction
      .update(orders)
      .set({ ...change, remark: null })
      .where(eq(orders.id, id))
      .returning();
    const [payment] = await transaction
      .update(payments)
      .set({ page, askedAt: sql`now()`, nextAt: null })
      .where(eq(payments.reference, reference))
      .returning();
    if (!order || !payment) throw new Error('The database returned no order');
    const accepted = { order, items: locked.lines, sampleCodes: [], key, way: payment.way };
    const event = { type: 'order.accepted', ...accepted, dueKobo: order.totalKobo } as const;
    await events.publish(transaction, event);
    return true;
  });
