import { delivery } from '#config/delivery.ts';
import { isPickup } from '#domain/delivery/places.ts';
import { promiseDelivery } from '#domain/delivery/promise.ts';
import { findState, stateOfPlace } from '#domain/places/geography.ts';
import type { KeptDelivery, OrderRow } from './tables.ts';

/**
 * Returns the delivery promise for an order to a state that is paid at a time (ms), by the shop's facts. Null if
 * nothing can be promised (domain/delivery/promise.ts).
 */
export function keptDelivery(state: string | null, paidAt: number): KeptDelivery | null {
  const promise = promiseDelivery(delivery, state, paidAt);
  if (!promise) return null;
  const { orderBy, ...dates } = promise;
  return { ...dates, state };
}

/**
 * Returns what the merchant should check before she sends an order, as the rest of a sentence. Null if nothing. An
 * address in Kano is accepted with a place in Lagos, at the fee of that place: the parcel may be for somebody there.
 * The checkout points it out to the shopper, too.
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
