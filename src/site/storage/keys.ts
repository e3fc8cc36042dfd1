/**
 * Names of browser storage that are read without the store that writes them. These are in the script of every page; those
 * of late-keys.ts are not.
 */

/** localStorage: the cart. */
export const CART_KEY = 'turare:cart';
/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: keys of attempts to pay. */
export const ATTEMPT_KEY = 'turare:attempt';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';
