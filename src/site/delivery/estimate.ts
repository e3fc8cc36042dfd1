import { delivery } from '#config/delivery.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { stateOf } from '#domain/delivery/places.ts';
import { promiseDelivery } from '#domain/delivery/promise.ts';
import { arrivalWords, expectedWords, orderByWords } from '#domain/delivery/words.ts';
import { isShopTime, shopTime } from '#site/client/clock.ts';

/** The expected delivery, in words. */
export interface DeliveryEstimate {
  /** 'With you on Tuesday, November 24'. */
  arrival: string;
  /** 'Order within 2 h 10 min', and whose clock counts if it is not the shop's. */
  orderBy: string;
  /** A sentence about a holiday on the way that may move. */
  expected: string | undefined;
}

/**
 * Returns what can be promised now for a place.
 * @param state - of the address, for a place without a state.
 * @returns undefined when nothing can be promised (domain/delivery/promise.ts).
 */
export function estimateDelivery(
  place: ShippingPlace,
  state: string,
): DeliveryEstimate | undefined {
  const promise = promiseDelivery(delivery, stateOf(place) ?? (state || null), shopTime());
  if (!promise) return undefined;
  const orderBy = orderByWords(promise, delivery, shopTime());
  return {
    arrival: arrivalWords(promise, place.place),
    orderBy: isShopTime() ? orderBy : `${orderBy}, by your device’s clock`,
    expected: expectedWords(promise),
  };
}
