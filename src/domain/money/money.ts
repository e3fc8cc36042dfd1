import { groupDigits } from './digits.ts';

/**
 * Money. The API has naira as numbers (spec §3); the database and Paystack have whole kobo. Every sum is calculated in
 * kobo, so that no rounding error reaches a price.
 */

/** Returns whole kobo for an amount of naira, rounded to the nearest kobo. */
export function toKobo(naira: number): number {
  return Math.round(naira * 100);
}

/** Returns naira for whole kobo: 1250050 → 12500.5. */
export function toNaira(kobo: number): number {
  return kobo / 100;
}

/** Returns an amount in naira as a shopper reads it, rounded to whole kobo: ₦12,500 or ₦12,500.50. */
export function formatNaira(amount: number): string {
  const kobo = toKobo(Math.abs(amount));
  const rest = kobo % 100;
  const naira = groupDigits((kobo - rest) / 100);
  const sign = amount < 0 && kobo > 0 ? '-' : '';
  return `${sign}₦${naira}${rest > 0 ? `.${String(rest).padStart(2, '0')}` : ''}`;
}
