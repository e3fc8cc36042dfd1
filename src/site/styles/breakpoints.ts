/**
 * The breakpoints of tokens.css as media conditions, for `sizes`, `media` and matchMedia. tokens.test.ts keeps them
 * equal.
 */
export const FROM_SM = '(min-width: 40rem)';
export const FROM_MD = '(min-width: 52rem)';
export const FROM_LG = '(min-width: 64rem)';
export const FROM_XL = '(min-width: 80rem)';
