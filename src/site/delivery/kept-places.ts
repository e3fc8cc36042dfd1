import type { ShippingPlace } from '#contract/app-data.ts';
import { isNaira, isRecord, isText, readJson } from '#site/storage/json.ts';

/** Ms for which cached API data is kept (spec §9). */
export const FRESH = 60_000;
/** Where sessionStorage keeps the places, for the product page and the checkout alike. */
const KEPT = 'turare:shipping-places';

/** Reads a list of places; undefined when it is not what the contract has. */
export function readPlaces(value: unknown): ShippingPlace[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const places = value.filter(
    (place): place is ShippingPlace =>
      isRecord(place) && isText(place.place, 1000) && isNaira(place.amount),
  );
  return places.length === value.length ? places : undefined;
}

/** Reads places kept by an earlier page of this tab; undefined when there are none, or they are too old. */
export function decodePlaces(text: string | null, now: number): ShippingPlace[] | undefined {
  const value = readJson(text);
  if (!isRecord(value) || typeof value.at !== 'number') return undefined;
  return Math.abs(now - value.at) > FRESH ? undefined : readPlaces(value.places);
}

/** The places that this tab has asked for within the last minute; undefined when it has not. */
export function keptPlaces(): ShippingPlace[] | undefined {
  try {
    return decodePlaces(sessionStorage.getItem(KEPT), Date.now());
  } catch {
    // No session storage: nothing was kept.
    return undefined;
  }
}

/** Keeps the places for the next page of this tab. */
export function keepPlaces(places: readonly ShippingPlace[]): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), places }));
  } catch {
    // It is only a cache.
  }
}

/** Forgets the kept places: they are asked for anew. */
export function dropPlaces(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // As above.
  }
}
