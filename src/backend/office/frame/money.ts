import { toKobo } from '#domain/money/money.ts';

/**
 * Whole kobo for naira as people write them: '12500', '12,500', '₦12,500.50', '12 500'. null if it is no amount of 0 or more
 * with at most two decimals.
 */
export function readNaira(text: string): number | null {
  const plain = text.replace(/[₦,\s]/g, '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? toKobo(Number(plain)) : null;
}
