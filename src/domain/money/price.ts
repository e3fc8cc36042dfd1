import { toKobo, toNaira } from './money.ts';

/** A discount (spec §3): `fixed` takes `amount` naira off, `percentage` takes `amount` per cent off. */
export interface Discount {
  type: 'fixed' | 'percentage';
  amount: number;
  /** ISO time in UTC. Without one the discount never ends. */
  expiresAt?: string | null | undefined;
}

/** The data from which a price is calculated. */
export interface Priced {
  /** Naira. */
  price: number;
  discount?: Discount | null | undefined;
}

/** Whether a discount is active at `now` (ms since 1970): it has no expiry, or the expiry has not passed (spec §4). */
export function isDiscountActive(
  discount: Discount | null | undefined,
  now: number,
): discount is Discount {
  if (!discount || !(discount.amount > 0)) return false;
  if (!discount.expiresAt) return true;
  return now <= Date.parse(discount.expiresAt);
}

/** Returns the price of one unit at `now` (ms), in kobo. Never below 0; in full once its discount ends (spec §9). */
export function salePriceKobo(product: Priced, now: number): number {
  const full = toKobo(product.price);
  const { discount } = product;
  if (!isDiscountActive(discount, now)) return full;
  // Calculates with hundredths of a per cent as whole numbers: 19.99 % of ₦99.99 is exact.
  const off =
    discount.type === 'fixed'
      ? toKobo(discount.amount)
      : Math.round((full * Math.round(discount.amount * 100)) / 10_000);
  return Math.max(0, full - off);
}

/** Returns the price of one unit at `now` (ms), in naira. */
export function salePrice(product: Priced, now: number): number {
  return toNaira(salePriceKobo(product, now));
}
