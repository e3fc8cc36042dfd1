import { isRecord, readJson } from './json.ts';

/** Where this device keeps what was looked at; it never leaves it. */
const KEY = 'turare:viewed';
/** Products shown, and one more: the page's own, which is left out. */
const KEPT = 8 + 1;

/** Products that were looked at on this device, newest first, as they were stored: not yet trusted. */
export function viewedProducts(): Record<string, unknown>[] {
  try {
    const kept = readJson(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept.filter(isRecord).slice(0, KEPT) : [];
  } catch {
    // Storage is blocked: nothing was kept.
    return [];
  }
}

/** Puts a product in front. `entry`: what a card needs of it, with its id. */
export function rememberViewed(entry: { id: string }): void {
  const others = viewedProducts().filter(({ id }) => id !== entry.id);
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, KEPT)));
  } catch {
    // Storage is blocked or full: this visit is not remembered.
  }
}

/** Forgets all of them. */
export function forgetViewed(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
