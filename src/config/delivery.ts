import { shopFacts } from './shop.ts';
import type { ShopFile } from './shop-schema.ts';

/** The shop's delivery times (shop.ts). Apart from `shop`, because the line on a product's page needs only these. */
export const delivery: ShopFile['delivery'] = new Proxy({} as ShopFile['delivery'], {
  get: (_, name) => Reflect.get(shopFacts().delivery, name),
});
