import type { ShippingPlace } from '#contract/app-data.ts';
import { ask } from '#site/client/ask.ts';
import { keptPlaces, quickPlaces } from './kept-places.ts';

/**
 * Fetches the places, and reads the shop's clock. An answer that keeps the contract needs no reader: the checkout asks
 * before the shopper touches anything.
 * @param token - of a customer, whose answer may differ: some may pay on delivery, and others not.
 */
export async function askPlaces(token?: string): Promise<ShippingPlace[] | undefined> {
  const { body: places } = await ask(
    '/api/app-data/shipping-addresses',
    {
      quick: quickPlaces,
      full: async () => (await import('#contract/reading/app-data.ts')).readPlaces,
    },
    // A cached answer has the time of its creation.
    { cache: 'no-cache', ...(token && { headers: { authorization: `Bearer ${token}` } }) },
  );
  if (places) keptPlaces.set(places);
  return places;
}
