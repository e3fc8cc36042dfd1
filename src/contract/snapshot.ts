import * as z from 'zod/mini';
import { names, shippingPlaces } from './app-data.ts';
import { product } from './product.ts';
import { isoTime } from './values.ts';

/** First line of a snapshot: what stands beside the products, all of one moment. */
export const snapshotHead = z.object({
  /** As extension catalogue.version has it: the snapshot shows every change up to it, and none after. */
  version: z.string(),
  /** The backend's clock: which discounts count. */
  now: z.optional(isoTime),
  categories: names,
  /** In the merchant's order. */
  shippingPlaces,
  /** How many products follow. */
  products: z.int().check(z.nonnegative()),
});
export type SnapshotHead = z.infer<typeof snapshotHead>;

/** Last line of a snapshot: one that was cut off on the way has none. */
export const snapshotEnd = z.object({ end: z.literal(true), products: z.int() });

/** Extension `catalogue.snapshot`: the head, the products (newest first, ties as in the list), the end. */
export const snapshotLine = z.union([snapshotHead, product, snapshotEnd]);
