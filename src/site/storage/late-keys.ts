/** Names of browser storage that only single pages, heads and late scripts read. In keys.ts each would weigh on every page. */

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
