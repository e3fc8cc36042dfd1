import { salePrice } from '#domain/money/price.ts';
import type { CartEntry } from '#domain/orders/cart.ts';
import { shopTime } from '#site/client/clock.ts';
import { productIn } from './product-data.ts';

/** The product that a control belongs to, at its current price; undefined when there is none. */
export function productEntry(control: Element): CartEntry | undefined {
  const product = productIn(control.closest<HTMLElement>('[data-product]'));
  if (!product) return undefined;
  const { discount, ...entry } = product;
  return { ...entry, price: salePrice(product, shopTime()) };
}
