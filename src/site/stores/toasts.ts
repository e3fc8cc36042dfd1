import { atom } from 'nanostores';
import { isRecord, isText, readJson } from './json.ts';
import { readUndo, type Undo } from './undo.ts';

/** What a toast says. */
export interface ToastText {
  title: string;
  text: string;
  /** 'bad' for what went wrong. */
  tone?: 'bad';
  /** What its 'Undo' takes back. */
  undo?: Undo;
}

/** A toast on screen. */
export interface Toast extends ToastText {
  id: number;
  /** When it was raised; ms since 1970. */
  at: number;
}

const KEPT = 'turare:toasts';
/** Ms: a toast as young as this when the page is left has not been read. */
const UNREAD = 1500;
/** Ms for which something can be taken back; on the next page, too. */
export const UNDO_FOR = 8000;
/** Ms: what comes back later than this, by way of the payment page, is no news. */
const NEWS = 10_000;
/** More than three at once nobody reads. */
const SHOWN = 3;
let last = 0;

/** The toasts on screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

/**
 * Shows a toast in place of one with the same title: a shopper who adds five bottles wants to hear of each, and to see
 * the page. `at`: when it was first raised, if that was on the page before.
 */
export function toast(text: ToastText, at = Date.now()): void {
  const others = $toasts.get().filter(({ title }) => title !== text.title);
  $toasts.set([...others, { ...text, id: ++last, at }].slice(-SHOWN));
}

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

/** Reads kept toasts; what is none, or is old, is dropped. */
export function decodeToasts(text: string | null, now: number): (ToastText & { at: number })[] {
  const value = readJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (!isRecord(entry) || !isText(entry.title, 200) || !isText(entry.text, 1000)) return [];
    const { title, text, tone, at } = entry;
    if (typeof at !== 'number' || Math.abs(now - at) > NEWS) return [];
    const undo = readUndo(entry.undo);
    return [{ title, text, at, ...(tone === 'bad' && { tone }), ...(undo && { undo }) }];
  });
}

/** As the page is left: keeps what has just been said for the next page of this tab. */
export function keepUnreadToasts(): void {
  const unread = $toasts
    .get()
    .filter(({ at, undo }) => Date.now() - at < (undo ? UNDO_FOR : UNREAD));
  try {
    if (unread.length > 0) sessionStorage.setItem(KEPT, JSON.stringify(unread));
  } catch {
    // Without session storage the page that the shopper lands on speaks for itself.
  }
}

/** Shows what the page before has kept, once. */
export function showKeptToasts(): void {
  try {
    const kept = decodeToasts(sessionStorage.getItem(KEPT), Date.now());
    sessionStorage.removeItem(KEPT);
    // What can be taken back must not stay for ever, from page to page; other news begins again.
    for (const { at, ...text } of kept) toast(text, text.undo && at);
  } catch {
    // As above.
  }
}

/** 'Added to Cart', naming the product (spec §8). */
export function addedToCart(name: string): ToastText {
  return { title: 'Added to Cart', text: `${name} has been added to your cart.` };
}

/** The stock is in the cart already. */
export function stockReached(name: string, qtyAvailable: number): ToastText {
  return qtyAvailable > 0
    ? {
        title: 'No more in stock',
        text: `Your cart already holds all ${qtyAvailable} of ${name} that we have.`,
      }
    : { title: 'Out of stock', text: `${name} has just sold out.` };
}

/** 'Added to Wishlist' or 'Removed from Wishlist', naming the product (spec §8). */
export function wishlistChanged(name: string, added: boolean): ToastText {
  return added
    ? { title: 'Added to Wishlist', text: `${name} has been added to your wishlist.` }
    : { title: 'Removed from Wishlist', text: `${name} has been removed from your wishlist.` };
}

/** After 'Clear Cart' and 'Clear Wishlist'. */
export function cleared(list: 'Cart' | 'Wishlist', undo: Undo): ToastText {
  const text = `All items have been removed from your ${list.toLowerCase()}.`;
  return { title: `${list} Cleared`, text, undo };
}

/** Buy Now has put other things out of the cart. */
export function cartReplaced(name: string, undo: Undo): ToastText {
  return { title: 'Buy Now', text: `Your cart now holds ${name} alone.`, undo };
}

/** Of the cart drawer and the checkout (spec §8). */
export const ITEM_REMOVED: ToastText = {
  title: 'Item Removed',
  text: 'Item has been removed from your cart.',
};

/** A payment that was open when the shopper left has been confirmed. */
export const PAYMENT_CONFIRMED: ToastText = {
  title: 'Payment Successful!',
  text: 'Thank you for your purchase. Your order has been confirmed.',
};

/** Checkout refusals (spec §8). */
export const CART_EMPTY: ToastText = {
  title: 'Cart Empty',
  text: 'Please add items to your cart before proceeding.',
  tone: 'bad',
};
/** No place of the list is chosen. */
export const SHIPPING_REQUIRED: ToastText = {
  title: 'Shipping Required',
  text: 'Please select a shipping location.',
  tone: 'bad',
};
/** Any failure to begin a payment. */
export const PAYMENT_ERROR: ToastText = {
  title: 'Payment Error',
  text: 'Failed to initialize payment. Please try again.',
  tone: 'bad',
};

/** A script of the page did not arrive. */
export const NOT_LOADED: ToastText = {
  title: 'Connection problem',
  text: 'A part of this page could not be loaded. Check your connection and try again.',
  tone: 'bad',
};
