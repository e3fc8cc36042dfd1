import type { ProductQuery } from '#contract/product.ts';
import type { Database } from '../db/connect.ts';
import type { MediaStore } from '../media/media-store.ts';
import { listCategories, listShippingPlaces, listTags } from './app-data.ts';
import { catalogueVersion, findProduct, listProducts, livePrices } from './catalogue.ts';
import type { Checkout } from './checkout.ts';
import type { Settlement } from './settlement.ts';

/** The rules of the shop over its database; `http` only translates. */
export interface Services {
  db: Database;
  media: MediaStore;
  catalogue: ReturnType<typeof catalogueOf>;
  checkout: Checkout;
  settlement: Settlement;
}

/** What is read of the catalogue, over one database. */
export function catalogueOf(db: Database) {
  return {
    list: (query: ProductQuery) => listProducts(db, query),
    find: (id: string) => findProduct(db, id),
    live: (ids: readonly string[]) => livePrices(db, ids),
    version: () => catalogueVersion(db),
    categories: () => listCategories(db),
    tags: () => listTags(db),
    shippingPlaces: () => listShippingPlaces(db),
  };
}
