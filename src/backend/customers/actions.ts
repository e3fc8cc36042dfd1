/** The merchant's actions on an account. */
export const ACCOUNT_ACTIONS = ['block', 'unblock', 'erase'] as const;
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number];
