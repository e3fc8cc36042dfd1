import { isRecord } from '#contract/reading/record.ts';
import { readJson } from '#site/storage/json.ts';

/** Where this device keeps the products that were viewed. They never leave it. */
const KEY = 'turare:viewed';
/** The 8 products that are shown, and the page's own, which is left out. */
const KEPT = 9;

/** Products that were viewed on this device, newest first, as stored: not trusted yet. */
export function viewedProducts(): Record<string, unknown>[] {
  try {
    const kept = readJson(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter(isRecord) : [];
  } catch {
    // Storage is blocked: nothing was kept.
    return [];
  }
}

/** Keeps products as viewed, newest first. An empty list forgets them all. */
export function keepViewed(products: readonly Record<string, unknown>[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(products.slice(0, KEPT)));
  } catch {
    // Storage is blocked or full: this visit is not remembered.
  }
}
