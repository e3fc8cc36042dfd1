import { and, inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { KnownRecord } from '#backend/fulfilment/records.ts';
import { standing } from '#backend/fulfilment/tables.ts';
import { isPaid, isPending } from '#backend/orders/status.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { disputes } from '#backend/refunds/tables.ts';
import { shop } from '#config/shop.ts';

/** Why an order is kept: cancelling is off, it has ended, it is packed, or her bank decides. */
export type Kept = 'off' | 'ended' | 'packed' | 'disputed';

type Cancellable = Pick<OrderRow, 'id' | 'status' | 'acceptedAt' | 'goneAt' | 'reversedAt'>;

/**
 * Returns, for each order, why its customer cannot cancel it now; null if she can.
 * @param records - those of the orders' goods.
 */
export async function whyKept(
  db: Pick<Database, 'select'>,
  rows: readonly Cancellable[],
  records: readonly KnownRecord[],
): Promise<(order: Cancellable) => Kept | null> {
  const open = rows.filter((order) => isPending(order) || isPaid(order)).map(({ id }) => id);
  if (!shop.cancelling || open.length === 0)
    return (order) => (isPending(order) || isPaid(order) ? 'off' : 'ended');
  const argued = await db
    .select({ orderId: disputes.orderId })
    .from(disputes)
    .where(and(inArray(disputes.orderId, open), disputes.isOpen));
  const packed = new Set(standing(records).map(({ orderId }) => orderId));
  return (order) => {
    if (!open.includes(order.id) || order.reversedAt) return 'ended';
    if (packed.has(order.id) || order.goneAt) return 'packed';
    return argued.some(({ orderId }) => orderId === order.id) ? 'disputed' : null;
  };
}
