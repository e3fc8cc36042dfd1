import { shippingPlaces } from '#contract/app-data.ts';
import { get } from './api.ts';

let reading: Promise<number | undefined> | undefined;

/** The lowest fee for bringing an order to someone (naira; pick-up is none), read once a build; undefined without any. */
export function lowestDeliveryFee(): Promise<number | undefined> {
  reading ??= get('/api/app-data/shipping-addresses', shippingPlaces).then((places) => {
    const fees = places.map(({ amount }) => amount).filter((amount) => amount > 0);
    return fees.length > 0 ? Math.min(...fees) : undefined;
  });
  return reading;
}
