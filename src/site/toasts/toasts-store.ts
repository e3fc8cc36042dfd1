import { atom } from 'nanostores';
import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';

export interface ToastText {
  title: string;
  text: string;
  /** 'bad' for an error. */
  tone?: 'bad';
  /** Whether an error explains why the next page opens. It is shown there. */
  leads?: true;
  /** The change that 'Undo' restores: an `Undo` of toasts/undo.ts, which reads it when the button is clicked. */
  undo?: unknown;
}

/** A visible toast. */
export interface Toast extends ToastText {
  id: number;
  /** When it was shown first; ms since 1970. */
  at: number;
}

const KEPT = 'turare:toasts';
/** Milliseconds: a toast younger than this has not been read when the shopper leaves the page. */
const UNREAD = 1500;
/** Milliseconds for which something can be undone, also on the next page. */
export const UNDO_FOR = 8000;
/** Milliseconds: a stored toast older than this is dropped, for example after the payment page. */
const NEWS = 10_000;
/** Nobody reads more than three at once. */
const SHOWN = 3;
let last = 0;

/** The visible toasts, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

/**
 * Shows a toast in place of the last one, so that a shopper who adds five products still sees the page. Errors and
 * toasts with 'Undo' stay beside it until one with the same title replaces them. `at`: when the toast was first shown,
 * if that was on an earlier page.
 */
export function toast(text: ToastText, at = Date.now()): void {
  const others = $toasts
    .get()
    .filter(({ title, tone, undo }) => title !== text.title && (tone || undo));
  $toasts.set([...others, { ...text, id: ++last, at }].slice(-SHOWN));
}

/** Removes a toast. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

/** Removes toasts with this title, because they are no longer true. */
export function withdrawToasts(withdrawn: string): void {
  if ($toasts.get().some(({ title }) => title === withdrawn)) {
    $toasts.set($toasts.get().filter(({ title }) => title !== withdrawn));
  }
}

/** The title when several fields of a form are wrong. */
export const CHECK_FORM = 'Please check the form';

/** Reads stored toasts. Drops invalid and old entries. */
export function decodeToasts(
  text: string | null | undefined,
  now: number,
): (ToastText & { at: number })[] {
  const value = readJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (!isRecord(entry) || !isText(entry.title, 200) || !isText(entry.text, 1000)) return [];
    const { title, text, tone, at } = entry;
    if (typeof at !== 'number' || Math.abs(now - at) > NEWS) return [];
    const { undo } = entry;
    return [{ title, text, at, ...(tone === 'bad' && { tone }), ...(isRecord(undo) && { undo }) }];
  });
}

/** Stores unread toasts for the next page of this tab. */
export function keepUnreadToasts(): void {
  const unread = $toasts
    .get()
    // An error belongs to its page, unless it explains the next one.
    .filter(
      ({ at, undo, tone, leads }) =>
        leads || (!tone && Date.now() - at < (undo ? UNDO_FOR : UNREAD)),
    );
  if (unread.length > 0) tab.set(KEPT, JSON.stringify(unread));
}

/** Shows the toasts that the previous page stored, once. */
export function showKeptToasts(): void {
  const kept = decodeToasts(tab.get(KEPT), Date.now());
  tab.drop(KEPT);
  // 'Undo' must not stay for ever, from page to page. The time of other toasts starts again.
  for (const { at, ...text } of kept) toast(text, text.undo ? at : undefined);
}

/** Returns 'Added to Cart' with the product's name (spec §8). */
export function addedToCart(name: string): ToastText {
  return { title: 'Added to Cart', text: `${name} has been added to your cart.` };
}

/** Returns the toast for a cart that already holds all units in stock. */
export function stockReached(name: string, qtyAvailable: number): ToastText {
  return qtyAvailable > 0
    ? {
        title: 'No more in stock',
        text: `Your cart already holds all ${qtyAvailable} of ${name} that we have.`,
      }
    : { title: 'Out of Stock', text: `${name} is sold out.` };
}

/** Returns 'Added to Wishlist' or 'Removed from Wishlist' with the product's name (spec §8). */
export function wishlistChanged(name: string, added: boolean): ToastText {
  return added
    ? { title: 'Added to Wishlist', text: `${name} has been added to your wishlist.` }
    : { title: 'Removed from Wishlist', text: `${name} has been removed from your wishlist.` };
}

/** A script of the page did not arrive. */
export const NOT_LOADED: ToastText = {
  title: 'Connection problem',
  text: 'A part of this page could not be loaded. Check your connection and try again.',
  tone: 'bad',
};
