import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { orders } from '#backend/db/tables/order-tables.ts';
import { transact } from '#backend/db/transact.ts';
import { tellRefund } from '#backend/services/orders/refunds.ts';
import type { RefundOutcome } from './refunds.ts';
import { type RefundWish, requestRefund } from './request.ts';
import { restock } from './restocking.ts';

/**
 * Records that an owner has paid money back without Paystack, in whole or in part, and tells the customer. It is a refund like the
 * others: told twice it is one, and all together never exceed the payment. `amountKobo` is in minor units of what was paid.
 */
export const recordByHand = (
  db: Database,
  orderId: string,
  wish: RefundWish,
): Promise<RefundOutcome> =>
  transact(db, async (transaction) => {
    const requested = await requestRefund(transaction, orderId, wish, 'by hand');
    if (requested.kind === 'refused') return requested;
    const { kind, refund } = requested;
    if (kind === 'known') return { kind, refund };
    const [order] = await transaction.select().from(orders).where(eq(orders.id, orderId));
    if (order) await tellRefund(transaction, order, refund);
    if (refund.restock) await restock(transaction, orderId, wish.actor.name);
    return { kind: 'recorded', refund };
  });
