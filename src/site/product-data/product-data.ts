import { type Discount, salePrice } from '#domain/money/price.ts';
import type { CartEntry, CartItem } from '#domain/orders/cart.ts';
import { shopTime } from '#site/client/clock.ts';
import { readJson } from '#site/storage/json.ts';

/** The value of a `data-product` attribute. */
export interface ProductData {
  id: string;
  name: string;
  /** Naira, before any discount. */
  price: number;
  discount: Discount | null;
  image: string;
  qtyAvailable: number;
  /** How many parts of a set the shopper chooses. Where it is said, the product is added to the cart on its own page alone. */
  choose?: CartItem['choose'];
  /** What is chosen of a set (product/set/set-choice.ts). */
  chosen?: CartItem['chosen'];
  key?: CartItem['key'];
}

/**
 * What a `data-product` attribute carries; undefined without one. Only our own pages and scripts write it, from a product
 * that has been read (contract/reading), so that it is not checked again.
 */
export const productIn = (element: HTMLElement | null | undefined): ProductData | undefined =>
  readJson(element?.dataset.product) as ProductData | undefined;

/** The product that a control belongs to, at its current price; undefined when there is none. */
export function productEntry(control: Element): CartEntry | undefined {
  const product = productIn(control.closest<HTMLElement>('[data-product]'));
  if (!product) return undefined;
  const { discount, ...entry } = product;
  return { ...entry, price: salePrice(product, shopTime()) };
}
