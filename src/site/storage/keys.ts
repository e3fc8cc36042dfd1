/** Where storage keeps what a page looks for without loading the store that writes it. */

/** localStorage: this device's payments. */
export const PAYMENTS_KEY = 'turare:payments';
/** localStorage: what was typed at checkout, and the user who typed it. */
export const DRAFT_KEY = 'turare:draft';
export const DRAFT_OWNER_KEY = 'turare:draft-of';
/** localStorage: token and user. */
export const SESSION_KEY = 'turare:session';
/** sessionStorage: the e-mail address, code and waiting time of a sign-up or of a forgotten password. */
export const PROOF_KEY = 'turare:proof';
