import { formatNaira } from '#domain/money.ts';
import { type Discount, discountBadge, salePrice } from '#domain/price.ts';

/** A price in naira, and what reduces it. */
interface Priced {
  price: number;
  discount?: Discount | null | undefined;
}

/** The badge of a discount as HTML ('-15%'); '' when no discount is valid at `now` (ms). */
export function badgeHtml(product: Priced, now: number): string {
  const badge = discountBadge(product, now);
  return badge ? `<span class="badge">${badge}</span>` : '';
}

/**
 * What stands in an element of the class `price`: the price at `now` (ms), the price before it, and the badge unless
 * the picture carries it. Every part is made from numbers, so nothing needs escaping.
 */
export function priceHtml(product: Priced, now: number, withBadge: boolean): string {
  const badge = badgeHtml(product, now);
  const was =
    badge &&
    `<s class="price-was"><span class="visually-hidden">instead of </span><span>${formatNaira(product.price)}</span></s>`;
  return `<span class="price-now">${formatNaira(salePrice(product, now))}</span>${was}${withBadge ? badge : ''}`;
}
