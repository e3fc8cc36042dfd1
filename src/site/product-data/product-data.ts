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
  /** The number of a set's parts to choose. With it, only the product's own page can add it to the cart. */
  choose?: CartItem['choose'];
  /** The chosen parts of a set (product/set/set-choice.ts). */
  chosen?: CartItem['chosen'];
  key?: CartItem['key'];
}

/**
 * Returns the value of a `data-product` attribute; undefined without one. Only our own pages and scripts write it, from
 * a product that has been read (contract/reading), so it is not checked again.
 */
export const productIn = (element: HTMLElement | null | undefined): ProductData | undefined =>
  readJson(element?.dataset.product) as ProductData | undefined;

/** Returns the product of a control at its current price; undefined if there is none. */
export function productEntry(control: Element): CartEntry | undefined {
  const product = productIn(control.closest<HTMLElement>('[data-product]'));
  if (!product) return undefined;
  const { discount, ...entry } = product;
  return { ...entry, price: salePrice(product, shopTime()) };
}
