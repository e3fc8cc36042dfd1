import { delivery } from '#config/delivery.ts';
import { isPickup } from '#domain/delivery/places.ts';
import { promiseDelivery } from '#domain/delivery/promise.ts';
import { findState, stateOfPlace } from '#domain/places/geography.ts';
import type { KeptDelivery, OrderRow } from './tables.ts';

/**
 * What an order to a state that is paid at a time (ms) is promised, by the shop's facts. Null when nothing can be promised
 * (domain/delivery/promise.ts).
 */
export function keptDelivery(state: string | null, paidAt: number): KeptDelivery | null {
  const promise = promiseDelivery(delivery, state, paidAt);
  if (!promise) return null;
  const { orderBy, ...dates } = promise;
  return { ...dates, state };
}

/**
 * What the merchant should check before an order is sent, as the rest of a sentence; null if nothing. An address in Kano is
 * taken with a place in Lagos, and pays its fee: the parcel may be for somebody there. The checkout points it out to the
 * shopper, too.
 */
export function deliveryCheck(
  order: Pick<OrderRow, 'feeUnconfirmed' | 'placeMissing' | 'shippingPlace' | 'delivery' | 'state'>,
): string | null {
  if (order.placeMissing) return `the place: none in ${order.state} has this fee`;
  if (order.feeUnconfirmed) return 'the fee: no place was named';
  const place = order.shippingPlace ?? '';
  const there = order.delivery?.state ?? stateOfPlace(place);
  const home = findState(order.state);
  if (!there || !home || there === home || isPickup(place)) return null;
  return `the delivery: the place is in ${there}, the address in ${home}`;
}
