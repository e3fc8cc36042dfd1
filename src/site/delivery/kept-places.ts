import type { ShippingPlace } from '#contract/app-data.ts';
import { isRecord } from '#contract/reading/record.ts';
import { ask } from '#site/client/ask.ts';
import { isNaira, isText } from '#site/storage/json.ts';
import { createTabCache } from '#site/storage/tab-cache.ts';

/** Places as the contract has them; undefined for anything else. */
export const quickPlaces = (value: unknown): ShippingPlace[] | undefined =>
  Array.isArray(value) &&
  value.every((each) => isRecord(each) && isText(each.place, 200) && isNaira(each.amount))
    ? value
    : undefined;

/** The places that this tab has fetched within the last minute; product page and checkout share them. */
export const keptPlaces = createTabCache('turare:shipping-places', quickPlaces);

/**
 * Asks for the places. An answer that keeps the contract costs no reader: the checkout asks before the shopper touches
 * anything.
 */
export async function askPlaces(): Promise<ShippingPlace[] | undefined> {
  const { body: places } = await ask('/api/app-data/shipping-addresses', {
    quick: quickPlaces,
    full: async () => (await import('#contract/reading/app-data.ts')).readPlaces,
  });
  if (places) keptPlaces.set(places);
  return places;
}
