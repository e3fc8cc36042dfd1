/**
 * The names of the extras in the contract (order-extras.ts). They have a separate file because the checkout needs them
 * before the first touch. The labels bring zod, which is 17 kB more.
 */
export const EXTRA_NAMES = ['gift', 'giftMessage', 'buyerName', 'buyerPhone', 'note'] as const;
export type ExtraName = (typeof EXTRA_NAMES)[number];
