import type { ShippingPlace } from '#contract/app-data.ts';
import { ask } from '#site/client/ask.ts';
import { keptPlaces, quickPlaces } from './kept-places.ts';

/**
 * Asks for the places, and hears the shop's clock. An answer that keeps the contract costs no reader: the checkout asks
 * before the shopper touches anything.
 */
export async function askPlaces(): Promise<ShippingPlace[] | undefined> {
  const { body: places } = await ask(
    '/api/app-data/shipping-addresses',
    {
      quick: quickPlaces,
      full: async () => (await import('#contract/reading/app-data.ts')).readPlaces,
    },
    // An answer from a cache has the time of when it was made.
    { cache: 'no-cache' },
  );
  if (places) keptPlaces.set(places);
  return places;
}
