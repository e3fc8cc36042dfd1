/** What the merchant may do to an account. */
export const ACCOUNT_ACTIONS = ['block', 'unblock', 'erase'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
