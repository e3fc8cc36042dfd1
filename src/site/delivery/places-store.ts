import { atom } from 'nanostores';
import type { ShippingPlace } from '#contract/app-data.ts';
import { has } from '#site/client/extensions.ts';
import { $session } from '#site/session/session-store.ts';
import { askPlaces } from './ask-places.ts';
import { keptPlaces } from './kept-places.ts';

/** The places that the shop delivers to. */
export interface ShippingPlaces {
  /** null until there is an answer. */
  list: readonly ShippingPlace[] | null;
  /** Whether the last request failed. */
  failed: boolean;
}

/** The shipping places of this page, shared by its islands. */
export const $shippingPlaces = atom<ShippingPlaces>({ list: null, failed: false });

let request: Promise<void> | undefined;

async function load(): Promise<void> {
  const token = has('payment.delivery') ? $session.get()?.token : undefined;
  // Those that are kept may be the answer to a guest.
  const list = (token ? undefined : keptPlaces.get()) ?? (await askPlaces(token)) ?? null;
  $shippingPlaces.set({ list, failed: list === null });
  request = undefined;
}

/** Fetches the places once; callers share one request. null if it failed, until refetchShippingPlaces(). */
export async function fetchShippingPlaces(): Promise<ShippingPlaces['list']> {
  const { list, failed } = $shippingPlaces.get();
  if (list || failed) return list;
  request ??= load();
  await request;
  return $shippingPlaces.get().list;
}

/** Fetches the places again: after a failure, or if the server no longer knows a place. */
export function refetchShippingPlaces(): void {
  keptPlaces.drop();
  $shippingPlaces.set({ list: null, failed: false });
  void fetchShippingPlaces();
}

/** Replaces the fee of a place with the server's (naira). */
export function correctFee(name: string, amount: number): void {
  const { list } = $shippingPlaces.get();
  if (!list) return;
  const corrected = list.map((place) => (place.place === name ? { ...place, amount } : place));
  keptPlaces.set(corrected);
  $shippingPlaces.set({ list: corrected, failed: false });
}
