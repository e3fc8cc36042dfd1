/**
 * Names of browser storage that are read without the store that writes them. They are in the script of every page. Those
 * that only single pages, heads and late scripts read weigh 0.1 kB there; in a file of their own they were loaded with
 * more: 0.6 kB at the sign-up, 0.4 kB with the line of delivery.
 */

/** localStorage: the cart. */
export const CART_KEY = 'turare:cart';
/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: keys of attempts to pay. */
export const ATTEMPT_KEY = 'turare:attempt';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';

/** localStorage: what was typed at checkout, and the user who typed it. */
export const DRAFT_KEY = 'turare:draft';
export const DRAFT_OWNER_KEY = 'turare:draft-of';
/** sessionStorage: the email address, code and waiting time of a sign-up or password reset. */
export const PROOF_KEY = 'turare:proof';
/** sessionStorage: the words of the campaign that led to this visit, as in an address: '?utm_source=…'. */
export const CAMPAIGN_KEY = 'turare:campaign';
/** sessionStorage: the code of the link that led to this visit, as in an address: '?code=…'. */
export const CODE_KEY = 'turare:code';
/** sessionStorage: the last page that a 401 without a token led to /login. */
export const REFUSED_KEY = 'turare:login-asked';
/** localStorage: where parcels go, without an address. */
export const DESTINATION_KEY = 'turare:destination';
