import * as z from 'zod/mini';
import {
  type FactName,
  isOrigin,
  type NamedField,
  type OriginName,
  productFields,
  type ValueOf,
} from '#domain/products/product-fields.ts';
import { RELATED_LIMIT } from '#domain/products/related.ts';
import { askedId, isoTime, naira, productId, text } from './values.ts';

/** A discount (spec §3). `amount` is naira for 'fixed' and per cent for 'percentage'. */
export const discount = z.object({
  type: z.enum(['fixed', 'percentage']),
  amount: z.number().check(z.nonnegative()),
  expiresAt: z.nullish(isoTime),
});

/** The notes of a fragrance, layer by layer (extension product.facts). */
export const notes = z.object({
  top: z.array(z.string()),
  heart: z.array(z.string()),
  base: z.array(z.string()),
});

/** Returns the shape of declared fields (domain/products/product-fields.ts). */
function shapeOf<Name extends FactName | OriginName>(which: (field: NamedField) => boolean) {
  const schemas = productFields
    .filter(which)
    .map(({ name, kind }) => [
      name,
      z.optional(kind === 'text' ? z.string() : z.number().check(z.positive())),
    ]);
  return Object.fromEntries(schemas) as {
    [Each in Name]: z.ZodMiniOptional<z.ZodMiniType<ValueOf<Each>>>;
  };
}

/** The merchant's evidence of a product's origin, in the merchant's own words (extension product.provenance). */
export const provenance = z.object(shapeOf<OriginName>(isOrigin));

/** The facts about a picture that the layout needs before it loads (extension product.media). */
export const pictureMeta = z.object({
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  /** Dominant colour, #rrggbb. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  /** Alternative text. Without it the product's name is used. */
  alt: z.optional(z.string()),
});
export type PictureMeta = z.infer<typeof pictureMeta>;

/** One of the sizes of a card in a list (extension product.sizes). */
const size = z.object({
  id: productId,
  name: z.string().check(z.minLength(1)),
  sizeMl: z.optional(z.number().check(z.positive())),
  price: naira,
  qtyAvailable: z.int(),
  discount: z.nullish(discount),
});

/** A product: the fields of spec §3, then the optional fields of extensions. */
export const product = z.object({
  _id: z.string().check(z.minLength(1), z.maxLength(200)),
  id: productId,
  name: z.string().check(z.minLength(1)),
  /** Naira, before any discount. */
  price: naira,
  /** URLs, absolute or relative to the API's root. The first is the main picture. */
  images: z.array(z.string()),
  image: z.optional(z.string()),
  description: z.string(),
  tags: z.array(z.string()),
  qtyAvailable: z.int(),
  /** The average of the reviews; 0 without any. */
  ratings: z.number().check(z.minimum(0), z.maximum(5)),
  numReviews: z.int().check(z.nonnegative()),
  soldCount: z.int().check(z.nonnegative()),
  createdAt: isoTime,
  discount: z.nullish(discount),
  // product.retired: the shop no longer sells it, and its page says so. Lists do not have it.
  retired: z.optional(z.boolean()),
  // product.facts
  brand: z.optional(z.string()),
  categories: z.optional(z.array(z.string())),
  notes: z.optional(notes),
  /** The time of the last change that the product's page shows. */
  updatedAt: z.optional(isoTime),
  // product.provenance
  provenance: z.optional(provenance),
  // product.facts and product.group; products with the same text in `group` are sizes of one fragrance
  ...shapeOf<FactName>((field) => !isOrigin(field)),
  // product.sizes: all bottles of its fragrance, the smallest first, if there are two or more. Lists have each fragrance
  // once, as the cheapest size in stock
  sizes: z.optional(z.array(size)),
  // product.media: one entry for each of `images`
  pictures: z.optional(z.array(pictureMeta)),
});
export type Product = z.infer<typeof product>;

/** A whole number in a query string. */
const whole = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** The filters of the listing (spec §3, §7). An empty one filters nothing. `category` also matches a brand, in any case. */
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

/** A product and at most five related ones (spec §9). */
export const productDetail = z.object({
  product,
  relatedProducts: z.array(product).check(z.maxLength(RELATED_LIMIT)),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const productParams = z.object({ id: askedId });

/** Extension `live`: asks for the current price and stock of up to 100 products. Leaves out products that are not sold. */
export const liveQuery = z.object({
  /** Ids, separated by commas. */
  ids: z.string().check(z.minLength(1), z.maxLength(20_000)),
});
export const liveProduct = z.object({
  id: z.string(),
  /** catalogue.redirects: the product's id, if the request had a former one. */
  movedTo: z.optional(z.string()),
  price: naira,
  qtyAvailable: z.int(),
  discount: z.nullish(discount),
});
export const liveAnswer = z.object({ products: z.array(liveProduct) });
export type LiveAnswer = z.infer<typeof liveAnswer>;

/**
 * Extension `product.lookup`: a cart's data about up to 100 products, for a device that knows only their ids (a cart's
 * link). The query is that of `live`. The answer leaves out products without a page; `retired` is a product that is no
 * longer sold.
 */
export const lookupProduct = z.extend(liveProduct, {
  name: z.string().check(z.minLength(1)),
  /** URL of the main picture, absolute or relative to the API's root. */
  image: z.optional(z.string()),
  retired: z.optional(z.boolean()),
  /** product.set: the number of its parts that the shopper chooses on its page. */
  choose: z.optional(z.number().check(z.positive())),
});
export const lookupAnswer = z.object({ products: z.array(lookupProduct) });
export type LookupProduct = z.infer<typeof lookupProduct>;

/** A path below the site's root, encoded. */
const SITE_PATH = /^(?:\/[\w%.~-]+)+$/;
/** Another program may have added a slash at the end. Hosts answer both forms. */
const OLD_PATH = /^(?:\/[\w%.~-]+)+\/?$/;

/** A path of the site that has moved permanently, such as /products/old-id to /products/new-id. */
const redirect = z.object({
  from: z.string().check(z.regex(OLD_PATH)),
  to: z.string().check(z.regex(SITE_PATH)),
});
export type Redirect = z.infer<typeof redirect>;

/** Extension `catalogue.redirects`: asks for one path, with or without a slash at its end, instead of all. */
export const redirectsQuery = z.object({ from: z.optional(text(2000)) });
/** Extension `catalogue.redirects`: no `to` is the `from` of another one. */
export const redirectsAnswer = z.object({ redirects: z.array(redirect) });

/**
 * Extension `catalogue.version`. The version changes with everything that the pages show. Excepted is what a page updates
 * by itself or may show late: stock without a new label, ratings, and the numbers of reviews and units sold.
 */
export const catalogueVersion = z.object({ version: z.string(), products: z.int() });
