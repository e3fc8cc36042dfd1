import * as z from 'zod/mini';
import { names, shippingPlaces } from './app-data.ts';
import { product } from './product.ts';
import { isoTime } from './values.ts';

/** The first line of a snapshot: everything but the products. All lines show the catalogue at one moment. */
export const snapshotHead = z.object({
  /** The catalogue's version (extension catalogue.version). The snapshot shows the changes up to it and no later one. */
  version: z.string(),
  /** The backend's clock, which decides which discounts are active. */
  now: z.optional(isoTime),
  categories: names,
  /** In the merchant's order. */
  shippingPlaces,
  /** The number of products that follow. */
  products: z.int().check(z.nonnegative()),
});
export type SnapshotHead = z.infer<typeof snapshotHead>;

/** The last line of a snapshot. A snapshot that was cut off has none. */
export const snapshotEnd = z.object({ end: z.literal(true), products: z.int() });

/** Extension `catalogue.snapshot`: the head, the products (newest first, ties by id), the end. */
export const snapshotLine = z.union([snapshotHead, product, snapshotEnd]);
