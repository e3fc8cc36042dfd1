/** What the merchant may do to an account. */
export const ACCOUNT_DEEDS = ['block', 'unblock', 'erase'] as const;
export type AccountDeed = (typeof ACCOUNT_DEEDS)[number];
