import { shopFacts } from './shop.ts';
import type { ShopFile } from './shop-schema.ts';

/** The seller, and its promises to customers. */
export type Company = ShopFile['company'];

/** The company in the shop's folder (shop.ts). Apart from `shop`, which pages' scripts load. */
export const company: Company = new Proxy({} as Company, {
  get: (_, name) => Reflect.get(shopFacts().company, name),
});
