import { nanoquery } from '@nanostores/query';
import { atom } from 'nanostores';
import type { ShippingPlace } from '#contract/app-data.ts';
import { appDataCalls } from '#contract/app-data-calls.ts';
import { FRESH_MS } from '#site/client/cache.ts';
import { call } from '#site/session/call.ts';
import { keptPlaces } from './kept-places.ts';

async function fetchPlaces(): Promise<ShippingPlace[]> {
  const kept = keptPlaces.get();
  if (kept) return kept;
  const places = await call(appDataCalls.shippingAddresses, {});
  keptPlaces.set(places);
  return places;
}

const [createFetcherStore] = nanoquery({
  dedupeTime: FRESH_MS,
  cacheLifetime: FRESH_MS,
  // The shopper presses 'Try again'. Asking by itself would flicker between the two texts.
  onErrorRetry: null,
});

/** null until a browser wants the places, because the build must not fetch them. */
const $wanted = atom<true | null>(null);

/** The places that we deliver to, fetched once however many islands want them. */
export const $shippingPlaces = createFetcherStore<ShippingPlace[]>(['shipping-places', $wanted], {
  fetcher: fetchPlaces,
});

/** Fetches the places unless they are there. */
export function wantShippingPlaces(): void {
  $wanted.set(true);
}

/** Fetches them again: after a failure, or when the server no longer knows a place. */
export function refetchShippingPlaces(): void {
  keptPlaces.drop();
  $shippingPlaces.invalidate();
}

/** Replaces a place's fee by the server's (naira). */
export function correctFee(name: string, amount: number): void {
  const places = $shippingPlaces
    .get()
    .data?.map((place) => (place.place === name ? { ...place, amount } : place));
  if (!places) return;
  keptPlaces.set(places);
  $shippingPlaces.mutate(places);
}
