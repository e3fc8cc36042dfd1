import type { ShippingPlace } from '#contract/app-data.ts';
import { isNaira, isRecord, isText } from '#site/storage/json.ts';
import { createTabCache } from '#site/storage/tab-cache.ts';

/** Reads a list of places; undefined when it breaks the contract. */
export function readPlaces(value: unknown): ShippingPlace[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const places = value.filter(
    (place): place is ShippingPlace =>
      isRecord(place) && isText(place.place, 1000) && isNaira(place.amount),
  );
  return places.length === value.length ? places : undefined;
}

/** The places that this tab has fetched within the last minute; product page and checkout share them. */
export const keptPlaces = createTabCache('turare:shipping-places', readPlaces);
