import { shopFacts } from './shop.ts';
import type { ShopFile } from './shop-schema.ts';

/** The words that each feed adds to its links. */
export type Campaigns = ShopFile['campaigns'];

/** The words in the shop's folder (shop.ts). Apart from `shop`, which pages' scripts load. */
export const campaigns: Campaigns = new Proxy({} as Campaigns, {
  get: (_, name) => Reflect.get(shopFacts().campaigns, name),
});
