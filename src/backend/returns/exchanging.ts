import { eq } from 'drizzle-orm';
import { newOrderId, newReference } from '#backend/base/ids.ts';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { keptDelivery } from '#backend/orders/delivery.ts';
import { FIRST_RESERVATION_END, insertOrder, shownOf } from '#backend/orders/placing/placing.ts';
import { lockProducts } from '#backend/orders/stock.ts';
import { EXCHANGE, type OrderRow } from '#backend/orders/tables.ts';
import { priceOf } from '#backend/promotions/offers.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { type ChosenWay, wayOf } from '#domain/payments/ways.ts';
import { partsOf } from '#domain/products/sets.ts';
import { goneReturn, isBeyond, lockReturn } from './deciding.ts';
import { returns } from './tables.ts';

/** The product that replaces returned goods. */
export interface Exchange {
  productId: string;
  quantity: number;
  /** Whether the customer pays what it costs beyond the returned goods. */
  withDifference: boolean;
  actor: Actor;
}

/** The order of an exchange, which still has to begin: it is accepted at once, or waits for the difference. */
export interface PlacedExchange {
  order: OrderRow;
  lines: Parameters<typeof insertOrder>[2];
}

/**
 * Places the order that replaces received goods, to the address of their order: of ₦0, or of the difference to the
 * returned goods. Nothing is charged for the delivery. Refusals: forbidden, invalid, not_found, conflict.
 * @param way - how a difference is paid. A difference below `smallestKobo` is not asked for.
 */
export const placeExchange = (
  db: Database,
  id: number,
  { productId, quantity, withDifference, actor }: Exchange,
  { way, smallestKobo }: { way: ChosenWay; smallestKobo: number },
): Promise<Result<PlacedExchange, StaffCode>> =>
  transact(db, async (transaction) => {
    const forbidden = ownersOnly(actor, 'exchange goods');
    if (forbidden) return forbidden;
    const locked = await lockReturn(transaction, id);
    if (!locked) return goneReturn();
    const { row, order: old, state } = locked;
    if (state !== 'received') return isBeyond(locked);
    if (old.fullName === '' || old.eraseAt)
      return refuse(
        'conflict',
        'The customer has deleted her account: there is no address to send to.',
      );
    if (row.exchangeId)
      return refuse(
        'conflict',
        `Order #${orderNumber(row.exchangeId)} replaces these goods already.`,
      );
    const wrong = (field: string, words: string) =>
      refuse('invalid', 'Nothing was ordered.', { fields: { [field]: words } });
    const rows = await lockProducts(transaction, [productId]);
    const product = rows.find((each) => each.id === productId);
    if (product?.status !== 'shown') return wrong('product', 'Shoppers find no such product.');
    if (product.choose)
      return wrong('product', 'The customer chooses the parts of this set: pay her back instead.');
    if (product.stock < quantity) return wrong('quantity', `Only ${product.stock} of it are left.`);
    const now = Date.now();
    const priceKobo = priceOf(product, now);
    const costKobo = priceKobo * quantity;
    const exchangeKobo = Math.min(costKobo, row.goodsKobo ?? 0);
    const difference = withDifference ? costKobo - exchangeKobo : 0;
    const totalKobo = difference < smallestKobo ? 0 : difference;
    const discountKobo = costKobo - totalKobo;
    const label = `Exchange for order #${orderNumber(old.id)}`;
    const newId = newOrderId();
    const products = new Map(rows.map((each) => [each.id, each]));
    const parts = partsOf(product);
    const line = { productId, name: product.name, priceKobo, quantity, parts };
    const lines = [{ ...line, ...shownOf(product, parts, products) }];
    const order = await insertOrder(
      transaction,
      {
        id: newId,
        purchaseId: `${EXCHANGE}${id}`,
        reference: newReference(),
        accountId: old.accountId,
        email: old.email,
        fullName: old.fullName,
        shippingEmail: old.shippingEmail,
        phone: old.phone,
        phoneE164: old.phoneE164,
        address: old.address,
        city: old.city,
        state: old.state,
        country: old.country,
        shippingPlace: old.shippingPlace,
        feeKobo: 0,
        totalKobo,
        discountKobo,
        promotion: discountKobo > 0 ? { label, lines: [discountKobo], feeKobo: 0, uses: [] } : null,
        delivery: keptDelivery(old.delivery?.state ?? null, now),
        attemptHash: label,
        reservationExpiresAt: FIRST_RESERVATION_END,
        ...eachExtra(({ name }) => (name.startsWith('buyer') ? old[name] : null)),
      },
      lines,
      { way: wayOf(totalKobo, way), page: way, depositKobo: 0 },
    );
    await transaction
      .update(returns)
      .set({ exchangeId: order.id, exchangeKobo })
      .where(eq(returns.id, id));
    await recordAction(transaction, {
      action: 'return.exchange',
      subject: old.id,
      recordedBy: actor.name,
      detail: `${quantity} × ${product.name}, order #${orderNumber(order.id)}`,
    });
    return done({ order, lines });
  });
