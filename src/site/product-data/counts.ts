import { groupDigits } from '#domain/money/digits.ts';

const count = (amount: number, noun: string) =>
  amount === 1 ? `1 ${noun}` : `${groupDigits(amount)} ${noun}s`;

/** Returns '1 fragrance', '1,200 fragrances'. */
export const fragranceCount = (amount: number): string => count(amount, 'fragrance');

/** Returns '1 review', '12 reviews'. */
export const reviewCount = (amount: number): string => count(amount, 'review');

/** The reviews of a product as two numbers. */
export interface Rating {
  /** Mean of the stars, 0 to 5; shown with one decimal (spec §9). */
  average: number;
  count: number;
}
