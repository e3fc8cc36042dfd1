import { isRecord, readJson } from '#site/storage/json.ts';

/** Where this device keeps what was looked at; it never leaves it. */
const KEY = 'turare:viewed';
/** Products shown (8), and one more: the page's own, which is left out. */
const KEPT = 9;

/** Products that were looked at on this device, newest first, as they were stored: not yet trusted. */
export function viewedProducts(): Record<string, unknown>[] {
  try {
    const kept = readJson(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter(isRecord) : [];
  } catch {
    // Storage is blocked: nothing was kept.
    return [];
  }
}

/** Keeps products, newest first, as the ones that were looked at; none forgets them all. */
export function keepViewed(products: readonly Record<string, unknown>[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(products.slice(0, KEPT)));
  } catch {
    // Storage is blocked or full: this visit is not remembered.
  }
}
