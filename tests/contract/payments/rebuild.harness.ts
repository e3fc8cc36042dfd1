import { createHash } from 'node:crypto';
import { eq, like, sql } from 'drizzle-orm';
import type { Result } from '#backend/base/result.ts';
import { emails } from '#backend/mail/tables.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import {
  type OrderRow,
  orderItems,
  orderParts,
  orders,
  orderUnits,
  promotionUses,
} from '#backend/orders/tables.ts';
import {
  type RebuildParts,
  type Rebuilt,
  rebuildOrder,
} from '#backend/payments/rebuild/rebuild.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { withoutTriggers } from '../../database/without-triggers.ts';
import type { SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';

/** Helpers for the tests of rebuilt orders. */

/** Restores the state before the order: its units in stock, and no trace of it. */
export const forget = (shop: SandboxShop, order: OrderRow): Promise<void> =>
  withoutTriggers(shop, async (transaction) => {
    // A webhook that arrives now also locks the order first.
    await lockOrder(transaction, order.id);
    const lines = await transaction
      .select()
      .from(orderUnits)
      .where(eq(orderUnits.orderId, order.id));
    for (const { productId, quantity } of lines) {
      await transaction
        .update(stock)
        .set({
          onHand: sql`on_hand + ${quantity}`,
          soldCount: sql`sold_count - ${quantity}`,
        })
        .where(eq(stock.productId, productId));
    }
    await transaction.execute(sql`delete from stock_movements where order_id = ${order.id}`);
    await transaction.delete(emails).where(like(emails.id, `%${order.id}`));
    await transaction.execute(sql`delete from order_search where order_id = ${order.id}`);
    await transaction.delete(promotionCodes).where(eq(promotionCodes.orderId, order.id));
    await transaction.delete(promotionUses).where(eq(promotionUses.orderId, order.id));
    await transaction.delete(orderParts).where(eq(orderParts.orderId, order.id));
    await transaction.delete(orderItems).where(eq(orderItems.orderId, order.id));
    await transaction.delete(refunds).where(eq(refunds.orderId, order.id));
    await transaction.delete(disputes).where(eq(disputes.orderId, order.id));
    await transaction.execute(
      sql`delete from bank_transfers where payment in (select reference from payments where order_id = ${order.id})`,
    );
    await transaction.delete(payments).where(eq(payments.orderId, order.id));
    await transaction.delete(orders).where(eq(orders.id, order.id));
  });

/** Rebuilds the order of a payment, as an owner. */
export const rebuildOn = (
  { services, paystack, log }: SandboxShop,
  reference: string,
  parts: Partial<RebuildParts> & Pick<RebuildParts, 'settings' | 'sealKeys'>,
) =>
  rebuildOrder(
    { reference },
    {
      ...services,
      actor: BOLA,
      providers: [paystack],
      log: (entry) => log.push(entry),
      ...parts,
    },
  );

/** Returns the rebuilt order. */
export function expectMade(result: Result<Rebuilt, string>): Rebuilt {
  if (!result.ok) throw new Error(result.refusal.message);
  return result.value;
}

/** More products than can be sealed beside a payment: nothing shortens their ids. */
const MANY = Array.from({ length: 100 }, (_, n) =>
  createHash('sha256').update(`product ${n}`).digest('hex'),
);
export const manyProducts = MANY.map((id) => product({ id, stock: 1000 }));
/** Returns an order of one of each, at ₦10,000. */
export const manyLines = () => orderBody(MANY.map((id) => [id, 10_000, 1]));
