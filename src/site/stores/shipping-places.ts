import { nanoquery } from '@nanostores/query';
import { appDataCalls } from '#contract/app-data-calls.ts';
import type { ShippingPlace } from '#contract/app-data.ts';
import { call } from '../client/api.ts';
import { isNaira, isRecord, isText, readJson } from './json.ts';

const KEPT = 'turare:shipping-places';
/** Cached API data is kept 60 seconds (spec §9). */
const FRESH = 60_000;

/** Reads places kept by an earlier page of this tab; undefined when there are none, or they are too old. */
export function decodePlaces(text: string | null, now: number): ShippingPlace[] | undefined {
  const value = readJson(text);
  if (!isRecord(value) || typeof value.at !== 'number' || !Array.isArray(value.places))
    return undefined;
  if (Math.abs(now - value.at) > FRESH) return undefined;
  const places = value.places.filter(
    (place): place is ShippingPlace =>
      isRecord(place) && isText(place.place, 1000) && isNaira(place.amount),
  );
  return places.length === value.places.length ? places : undefined;
}

async function fetchPlaces(): Promise<ShippingPlace[]> {
  try {
    const kept = decodePlaces(sessionStorage.getItem(KEPT), Date.now());
    if (kept) return kept;
  } catch {
    // No session storage: ask.
  }
  const places = await call(appDataCalls.shippingAddresses, {});
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ at: Date.now(), places }));
  } catch {
    // It is only a cache.
  }
  return places;
}

const [createFetcherStore] = nanoquery({
  dedupeTime: FRESH,
  cacheLifetime: FRESH,
  // The shopper presses 'Try again'; asking behind their back would flicker between the two texts.
  onErrorRetry: null,
});

/** The places that we deliver to: asked once however many islands want them. */
export const $shippingPlaces = createFetcherStore<ShippingPlace[]>('shipping-places', {
  fetcher: fetchPlaces,
});
