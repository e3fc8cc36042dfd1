/**
 * Names in browser storage that are read without the store that writes them. They are in the script of every page.
 * Those that only single pages, heads and late scripts read weigh 0.1 kB there. In a separate file they would cost
 * more: 0.6 kB at the sign-up, 0.4 kB with the delivery line.
 */

/** localStorage: the cart. */
export const CART_KEY = 'turare:cart';
/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: keys of payment attempts. */
export const ATTEMPT_KEY = 'turare:attempt';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';

/** localStorage: what was typed at checkout, and the user who typed it. */
export const DRAFT_KEY = 'turare:draft';
export const DRAFT_OWNER_KEY = 'turare:draft-of';
/** sessionStorage: the email address, code and waiting time of a sign-up or password reset. */
export const PROOF_KEY = 'turare:proof';
/** sessionStorage: the campaign words that led to this visit, as in an address: '?utm_source=…'. */
export const CAMPAIGN_KEY = 'turare:campaign';
/** sessionStorage: the code of the link that led to this visit, as in an address: '?code=…'. */
export const CODE_KEY = 'turare:code';
/** sessionStorage: the last page that a 401 without a token led to /login. */
export const REFUSED_KEY = 'turare:login-asked';
/** localStorage: the destination of parcels, without an address. */
export const DESTINATION_KEY = 'turare:destination';
