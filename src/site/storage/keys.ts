/** Names of browser storage that are read without the store that writes them. */

/** localStorage: the cart. */
export const CART_KEY = 'turare:cart';
/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: what was typed at checkout, and the user who typed it. */
export const DRAFT_KEY = 'turare:draft';
export const DRAFT_OWNER_KEY = 'turare:draft-of';
/** localStorage: where parcels go, without an address. */
export const DESTINATION_KEY = 'turare:destination';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';
/** sessionStorage: the email address, code and waiting time of a sign-up or password reset. */
export const PROOF_KEY = 'turare:proof';
/** sessionStorage: the words of the campaign that led to this visit, as in an address: '?utm_source=…'. */
export const CAMPAIGN_KEY = 'turare:campaign';
/** sessionStorage: the last page that a 401 without a token led to /login. */
export const REFUSED_KEY = 'turare:login-asked';
