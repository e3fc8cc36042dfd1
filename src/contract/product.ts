import * as z from 'zod/mini';
import { isoTime, naira, productId, text } from './values.ts';

/** A price cut; spec §3. `amount` is naira for 'fixed', per cent for 'percentage'. */
export const discount = z.object({
  type: z.enum(['fixed', 'percentage']),
  amount: z.number().check(z.nonnegative()),
  expiresAt: z.nullish(isoTime),
});

export const notes = z.object({
  top: z.array(z.string()),
  heart: z.array(z.string()),
  base: z.array(z.string()),
});

/** What the layout needs to know of a picture before it has loaded (extension product.media). */
export const pictureMeta = z.object({
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  /** Dominant colour, #rrggbb. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  /** What it shows, for who cannot see it; absent where the product's name is all there is to say. */
  alt: z.optional(z.string()),
});
export type PictureMeta = z.infer<typeof pictureMeta>;

/** A product as the spec has it (§3), then our optional extension fields. */
export const product = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string().check(z.minLength(1)),
  /** Naira, before any discount. */
  price: naira,
  /** URLs, absolute or from the API's root; the first is the main picture. */
  images: z.array(z.string()),
  image: z.optional(z.string()),
  description: z.string(),
  tags: z.array(z.string()),
  qtyAvailable: z.int(),
  /** Average of the reviews, 0 without any. */
  ratings: z.number().check(z.minimum(0), z.maximum(5)),
  numReviews: z.int().check(z.nonnegative()),
  soldCount: z.int().check(z.nonnegative()),
  createdAt: isoTime,
  discount: z.nullish(discount),
  // product.facts
  brand: z.optional(z.string()),
  categories: z.optional(z.array(z.string())),
  concentration: z.optional(z.string()),
  sizeMl: z.optional(z.number().check(z.positive())),
  notes: z.optional(notes),
  /** When anything that its page shows last changed. */
  updatedAt: z.optional(isoTime),
  // product.media: one entry a picture of `images`
  pictures: z.optional(z.array(pictureMeta)),
});
export type Product = z.infer<typeof product>;

/** Whole numbers in a query string. */
const whole = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** Listing filters; spec §3, §7. Empty ones filter nothing; `category` also matches a brand, without regard to case. */
export const productQuery = z.object({
  search: z._default(text(200), ''),
  category: z._default(text(200), ''),
  tag: z._default(text(200), ''),
  sortBy: z._default(z.enum(['createdAt', 'price', 'name', 'soldCount']), 'createdAt'),
  sortOrder: z._default(z.enum(['asc', 'desc']), 'desc'),
  page: z._default(whole(1, 1_000_000), 1),
  limit: z._default(whole(1, 100), 50),
});
export type ProductQuery = z.infer<typeof productQuery>;

export const productList = z.object({
  products: z.array(product),
  totalPages: z.int().check(z.nonnegative()),
  total: z.int().check(z.nonnegative()),
});
export type ProductList = z.infer<typeof productList>;

export const productDetail = z.object({
  product,
  relatedProducts: z.array(product).check(z.maxLength(5)),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const productParams = z.object({ id: productId });

/** Extension `live`: today's price and stock of up to 100 products; unknown ids are left out. */
export const liveQuery = z.object({
  /** Ids, separated by commas. */
  ids: z.string().check(z.minLength(1), z.maxLength(20_000)),
});
export const liveProduct = z.object({
  id: z.string(),
  price: naira,
  qtyAvailable: z.int(),
  discount: z.nullish(discount),
});
export const liveAnswer = z.object({ products: z.array(liveProduct) });
export type LiveAnswer = z.infer<typeof liveAnswer>;

/**
 * Extension `catalogue.version`: another one with every change that the pages show, and that a page does not mend by
 * itself: numbers in stock behind one label, ratings and numbers of reviews and of bottles sold do not count.
 */
export const catalogueVersion = z.object({ version: z.string(), products: z.int() });
