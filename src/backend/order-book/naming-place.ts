import { eq } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { orders } from '#backend/orders/tables.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { orderNumber } from '#domain/orders/order.ts';

/**
 * Records the place, and its fee, for an order that came without one. The payment stays as it is. Refusals: not_found;
 * invalid for an unknown place; conflict for an order that has a place.
 * @returns the result in a sentence.
 */
export const namePlace = (
  db: Database,
  id: string,
  { place, actor }: { place: string; actor: Actor },
): Promise<Result<string, StaffCode>> =>
  transact(db, async (transaction): Promise<Result<string, StaffCode>> => {
    const order = await lockOrder(transaction, id);
    const name = `Order #${orderNumber(id)}`;
    if (!order) return refuse('not_found', `${name} is gone.`);
    if (order.shippingPlace !== null)
      return refuse('conflict', `${name} has a place already: ${order.shippingPlace}.`);
    const [named] = await transaction
      .select()
      .from(shippingPlaces)
      .where(eq(shippingPlaces.place, place));
    if (!named) {
      const message = place ? `The shop delivers to no place '${place}'.` : 'Choose the place.';
      return refuse('invalid', message, { fields: { place: message } });
    }
    await transaction
      .update(orders)
      .set({ shippingPlace: place, feeUnconfirmed: false, placeMissing: false })
      .where(eq(orders.id, id));
    const fee = formatNaira(toNaira(named.amountKobo));
    const paid = formatNaira(toNaira(order.feeKobo));
    await recordAction(transaction, {
      action: 'order.name-place',
      subject: id,
      recordedBy: actor.name,
      detail: `${place}, ${fee}; paid ${paid}`,
    });
    const less = order.feeKobo < named.amountKobo ? ` It has paid ${paid} of that.` : '';
    return done(`${name} goes to ${place}, for ${fee}.${less}`);
  });
