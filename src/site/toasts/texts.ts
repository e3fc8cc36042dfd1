/** Toasts of the panels, the checkout and payments. Apart from toasts-store.ts, which every page loads. */
import type { ToastText } from './toasts-store.ts';
import type { Undo } from './undo.ts';

/** After 'Clear Cart' and 'Clear Wishlist'. */
export function cleared(list: 'Cart' | 'Wishlist', undo: Undo): ToastText {
  const text = `All items have been removed from your ${list.toLowerCase()}.`;
  return { title: `${list} Cleared`, text, undo };
}

/** Buy Now has removed other products from the cart. */
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

/** A call was refused because the session has expired, or was ended from another device. */
export const SESSION_ENDED: ToastText = {
  title: 'Please log in again',
  text: 'You have been logged out. What you typed is kept.',
  tone: 'bad',
  leads: true,
};

/** A call of a visitor without a session was refused: this backend wants a login for it. */
export const LOGIN_NEEDED: ToastText = {
  title: 'Please log in',
  text: 'The shop wants a login for this. Your cart, and what you typed, is kept.',
  tone: 'bad',
  leads: true,
};

/** Checkout refusals (spec §8). */
export const CART_EMPTY: ToastText = {
  title: 'Cart Empty',
  text: 'Please add items to your cart before proceeding.',
  tone: 'bad',
};
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
