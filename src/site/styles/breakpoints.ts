/** The breakpoints of tokens.css as media conditions, for `sizes` and matchMedia. tokens.test.ts compares them. */
export const FROM_SM = '(min-width: 40rem)';
export const FROM_MD = '(min-width: 52rem)';
export const FROM_LG = '(min-width: 64rem)';
export const FROM_XL = '(min-width: 80rem)';
