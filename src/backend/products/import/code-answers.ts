/**
 * Which product a row is whose SKU is that of another one: that other one, or the one that its id or name says,
 * without the SKU.
 */
export const CODE_ANSWERS = ['same', 'other'] as const;
export type CodeAnswer = (typeof CODE_ANSWERS)[number];
