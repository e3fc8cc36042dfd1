import { isRecord } from '#contract/reading/record.ts';
import { readJson } from '#site/storage/json.ts';
import { keptIn } from '#site/storage/tab.ts';

/** The key for the products viewed on this device. They never leave it. */
const KEY = 'turare:viewed';
/** The 8 products that are shown, and the page's own, which is left out. */
const KEPT = 9;

// Not the device's stores: if a visit cannot be remembered, the shopper need not be told.
const device = keptIn(() => localStorage);

/** Returns the products viewed on this device, newest first, as stored: not validated yet. */
export function viewedProducts(): Record<string, unknown>[] {
  const kept = readJson(device.get(KEY));
  return Array.isArray(kept) ? kept.filter(isRecord) : [];
}

/** Stores products as viewed, newest first. An empty list forgets them all. */
export function keepViewed(products: readonly Record<string, unknown>[]): void {
  device.set(KEY, JSON.stringify(products.slice(0, KEPT)));
}
