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
}

const KEPT = 'turare:toasts';
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
  $toasts.set([...others, { ...text, id: ++last }].slice(-SHOWN));
}

/** Takes a toast off the screen. */
export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((other) => other.id !== id));
}

/** Reads kept toasts; what is none is dropped. */
export function decodeToasts(text: string | null): ToastText[] {
  const value = readJson(text);
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) =>
    isRecord(entry) && isText(entry.title, 200) && isText(entry.text, 1000)
      ? [
          {
            title: entry.title,
            text: entry.text,
            ...(entry.tone === 'bad' ? { tone: 'bad' as const } : {}),
          },
        ]
      : [],
  );
}

/** Keeps a toast for the next page of this tab: for use just before a navigation. */
export function toastOnNextPage(text: ToastText): void {
  try {
    const kept = [...decodeToasts(sessionStorage.getItem(KEPT)), text];
    sessionStorage.setItem(KEPT, JSON.stringify(kept.slice(-SHOWN)));
  } catch {
    // Without session storage the page that the shopper lands on speaks for itself.
  }
}

/** Shows what the page before has kept, once. */
export function showKeptToasts(): void {
  try {
    const kept = decodeToasts(sessionStorage.getItem(KEPT));
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
