import { atom } from 'nanostores';
import { isRecord, isText, readJson } from './json.ts';

/** What a toast says. */
export interface ToastText {
  title: string;
  text: string;
  /** 'bad' for what went wrong. */
  tone?: 'bad';
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
/** Ms: what comes back later than this, by way of the payment page, is no news. */
const NEWS = 10_000;
/** More than three at once nobody reads. */
const SHOWN = 3;
let last = 0;

/** The toasts on screen, oldest first. */
export const $toasts = atom<readonly Toast[]>([]);

/** Shows a toast; one that says the same is replaced, so that it is announced again. */
export function toast(text: ToastText): void {
  const others = $toasts
    .get()
    .filter((other) => other.title !== text.title || other.text !== text.text);
  $toasts.set([...others, { ...text, id: ++last, at: Date.now() }].slice(-SHOWN));
}

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

/** Reads kept toasts; what is none, or is old, is dropped. */
export function decodeToasts(text: string | null, now: number): ToastText[] {
  const value = readJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    if (!isRecord(entry) || !isText(entry.title, 200) || !isText(entry.text, 1000)) return [];
    if (typeof entry.at !== 'number' || Math.abs(now - entry.at) > NEWS) return [];
    const { title, text } = entry;
    return [entry.tone === 'bad' ? { title, text, tone: entry.tone } : { title, text }];
  });
}

/** As the page is left: keeps what has just been said for the next page of this tab. */
export function keepUnreadToasts(): void {
  const unread = $toasts.get().filter(({ at }) => Date.now() - at < UNREAD);
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
    kept.forEach(toast);
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
