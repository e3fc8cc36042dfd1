/**
 * The names of order-extras.ts in the contract. Apart, since the checkout needs them before it needs the words: in one file
 * it would load 17 kB more before a touch, because the words come with zod.
 */
export const EXTRA_NAMES = ['gift', 'giftMessage', 'buyerName', 'buyerPhone', 'note'] as const;
export type ExtraName = (typeof EXTRA_NAMES)[number];
