/**
 * Every name under which this site keeps something in a browser, and nothing else. Here alone, so that a page can look
 * without loading the store that writes, and so that /privacy names them all (kept-in-browser.ts).
 */

/** localStorage: what is in the cart. */
export const CART_KEY = 'turare:cart';
/** localStorage: what is kept for later. */
export const WISHLIST_KEY = 'turare:wishlist';
/** localStorage: the products that were looked at last. */
export const VIEWED_KEY = 'turare:viewed';
/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: the attempt to pay that is under way. */
export const ATTEMPT_KEY = 'turare:attempt';
/** localStorage: what was typed at checkout, and the user who typed it. */
export const DRAFT_KEY = 'turare:draft';
export const DRAFT_OWNER_KEY = 'turare:draft-of';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';
/** sessionStorage: the e-mail address, code and waiting time of a sign-up or of a forgotten password. */
export const PROOF_KEY = 'turare:proof';
/** sessionStorage: a review that was begun; the product's id follows. */
export const REVIEW_DRAFT_KEY = 'turare:review:';
/** sessionStorage: messages for the next page. */
export const TOASTS_KEY = 'turare:toasts';
/** sessionStorage: when it was last asked who is logged in. */
export const PROFILE_ASKED_KEY = 'turare:profile-asked';
/** sessionStorage: the API's tags, and the places that we deliver to. */
export const TAGS_KEY = 'turare:tags';
export const PLACES_KEY = 'turare:shipping-places';
