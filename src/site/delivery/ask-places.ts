import type { ShippingPlace } from '#contract/app-data.ts';
import { ask } from '#site/client/ask.ts';
import { keptPlaces, quickPlaces } from './kept-places.ts';

/**
 * Fetches the places, and reads the shop's clock. An answer that keeps the contract needs no reader: the checkout asks
 * before the shopper touches anything.
 */
export async function askPlaces(): Promise<ShippingPlace[] | undefined> {
  const { body: places } = await ask(
    '/api/app-data/shipping-addresses',
    {
      quick: quickPlaces,
      full: async () => (await import('#contract/reading/app-data.ts')).readPlaces,
    },
    // A cached answer has the time of its creation.
    { cache: 'no-cache' },
  );
  if (places) keptPlaces.set(places);
  return places;
}
