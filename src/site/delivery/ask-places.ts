import type { ShippingPlace } from '#contract/app-data.ts';
import { ask } from '#site/client/ask.ts';
import { has } from '#site/client/extensions.ts';
import { $session } from '#site/session/session-store.ts';
import { keptPlaces, quickPlaces } from './kept-places.ts';

/**
 * Fetches the places, and reads the shop's clock. An answer that keeps the contract needs no reader: the checkout asks
 * before the shopper touches anything.
 */
export async function askPlaces(): Promise<ShippingPlace[] | undefined> {
  // Only where some may pay on delivery does the answer depend on who asks.
  const token = has('payment.delivery') && $session.get()?.token;
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
