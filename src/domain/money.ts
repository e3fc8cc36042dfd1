/**
 * Money. The API has naira as numbers (spec §3); the database and Paystack have whole kobo. Every sum is
 * calculated in kobo, so that no rounding error reaches a price.
 */

/** Whole kobo for an amount of naira, rounded to the nearest kobo. */
export function toKobo(naira: number): number {
  return Math.round(naira * 100);
}

/** Naira for whole kobo: 1250050 → 12500.5. */
export function toNaira(kobo: number): number {
  return kobo / 100;
}

const naira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  trailingZeroDisplay: 'stripIfInteger',
});

/** An amount in naira as a shopper reads it: ₦12,500 or ₦12,500.50. */
export function formatNaira(amount: number): string {
  return naira.format(amount);
}
