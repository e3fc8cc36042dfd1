import { formatNaira } from './money.ts';
import { isDiscountActive, type Priced } from './price.ts';

/** Returns the discount badge (spec §2): '-15%' or '-₦5,000'; null if no discount is active at `now` (ms). */
export function discountBadge(product: Priced, now: number): string | null {
  const { discount } = product;
  if (!isDiscountActive(discount, now)) return null;
  return discount.type === 'fixed' ? `-${formatNaira(discount.amount)}` : `-${discount.amount}%`;
}
