import { atom } from 'nanostores';
import { isRecord } from '#contract/reading/record.ts';
import { isText, readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';

/** What a toast says. */
export interface ToastText {
  title: string;
  text: string;
  /** 'bad' for what went wrong. */
  tone?: 'bad';
  /** Of an error: it explains why the next page opens, and is shown there. */
  leads?: true;
  /** What 'Undo' restores: an `Undo` of toasts/undo.ts, which reads it when the button is pressed. */
  undo?: unknown;
}

/** A toast on screen. */
export interface Toast extends ToastText {
  id: number;
  /** When it was raised; ms since 1970. */
  at: number;
}

const KEPT = 'turare:toasts';
/** Milliseconds: a toast younger than this has not been read when the shopper leaves the page. */
const UNREAD = 1500;
/** Milliseconds for which something can be undone, also on the next page. */
export const UNDO_FOR = 8000;
/** Milliseconds: a kept toast older than this is dropped, for example after the payment page. */
const NEWS = 10_000;
/** Nobody reads more than three at once. */
const SHOWN = 3;
let last = 0;

/** The toasts on screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

/**
 * Shows a toast in place of the last one, so that a shopper who adds five products still sees the page. Errors and
 * toasts with 'Undo' stay beside it until one with the same title replaces them. `at`: when the toast was first raised,
 * if that was on an earlier page.
 */
export function toast(text: ToastText, at = Date.now()): void {
  const others = $toasts
    .get()
    .filter(({ title, tone, undo }) => title !== text.title && (tone || undo));
  $toasts.set([...others, { ...text, id: ++last, at }].slice(-SHOWN));
}

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

/** Takes toasts with this title off the screen: they are not true any more. */
export function withdrawToasts(withdrawn: string): void {
  if ($toasts.get().some(({ title }) => title === withdrawn)) {
    $toasts.set($toasts.get().filter(({ title }) => title !== withdrawn));
  }
}

/** What says that several fields of a form are wrong. */
export const CHECK_FORM = 'Please check the form';

/** Reads kept toasts. Drops entries that are invalid or old. */
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

/** Keeps unread toasts for the next page of this tab. */
export function keepUnreadToasts(): void {
  const unread = $toasts
    .get()
    // An error is of its own page, unless it explains the next one.
    .filter(
      ({ at, undo, tone, leads }) =>
        leads || (!tone && Date.now() - at < (undo ? UNDO_FOR : UNREAD)),
    );
  if (unread.length > 0) tab.set(KEPT, JSON.stringify(unread));
}

/** Shows the toasts that the previous page has kept, once. */
export function showKeptToasts(): void {
  const kept = decodeToasts(tab.get(KEPT), Date.now());
  tab.drop(KEPT);
  // 'Undo' must not stay for ever, from page to page. The time of other toasts begins anew.
  for (const { at, ...text } of kept) toast(text, text.undo ? at : undefined);
}

/** 'Added to Cart', naming the product (spec §8). */
export function addedToCart(name: string): ToastText {
  return { title: 'Added to Cart', text: `${name} has been added to your cart.` };
}

/** The cart already holds all units in stock. */
export function stockReached(name: string, qtyAvailable: number): ToastText {
  return qtyAvailable > 0
    ? {
        title: 'No more in stock',
        text: `Your cart already holds all ${qtyAvailable} of ${name} that we have.`,
      }
    : { title: 'Out of Stock', text: `${name} is sold out.` };
}

/** 'Added to Wishlist' or 'Removed from Wishlist', naming the product (spec §8). */
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
