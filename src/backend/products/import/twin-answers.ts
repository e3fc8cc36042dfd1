/** The row that counts if several have one id, or 'each' if they are products of their own. */
export const TWIN_ANSWERS = ['first', 'last', 'each'] as const;
export type TwinAnswer = (typeof TWIN_ANSWERS)[number];
