import { formatNaira, toNaira } from '#domain/money/money.ts';

/** Writes an amount in minor units, in its currency: '₦22,999.99', 'USD 10'. */
export const amountOf = (amount: number, currency: string): string =>
  currency === 'NGN' ? formatNaira(toNaira(amount)) : `${currency} ${toNaira(amount)}`;
