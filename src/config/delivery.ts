import { shopFacts } from './shop.ts';
import type { ShopFile } from './shop-schema.ts';

/** How the shop delivers (shop.ts). Apart from `shop`, of which the line on a product's page needs nothing else. */
export const delivery: ShopFile['delivery'] = new Proxy({} as ShopFile['delivery'], {
  get: (_, name) => Reflect.get(shopFacts().delivery, name),
});
