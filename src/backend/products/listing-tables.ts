import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';

/**
 * What lists are made of (decision 28). The function list_cards writes these tables, in the transaction
 * of the change of `products`; `npm run audit` compares them with it.
 */

/**
 * Every value that products can be filtered by, once, with its number of listed products. A value that no product has any
 * more stays with 0, and leads nowhere.
 */
export const facets = pgTable(
  'facets',
  {
    id: serial().primaryKey(),
    /**
     * `all`: every listed product; `category`, `tag`: the keys by which two spellings agree, a brand's among the categories;
     * `category name`, `tag name`, `brand`: as they are written.
     */
    kind: text({
      enum: ['all', 'category', 'tag', 'category name', 'tag name', 'brand'],
    }).notNull(),
    name: text().notNull(),
    products: integer().notNull().default(0),
  },
  (table) => [unique('facets_kind_name').on(table.kind, table.name)],
);

/** How many listed products have a category and a tag, for the lists that are filtered by both. */
export const facetPairs = pgTable(
  'facet_pairs',
  {
    categoryId: integer('category_id').notNull(),
    tagId: integer('tag_id').notNull(),
    products: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.tagId] })],
);

/**
 * The cards that lists and searches show, in narrow rows, as the view `cards` has them: one for a fragrance with all its sizes.
 * Each sort has two indexes, which the first migration makes by hand.
 */
export const listedProducts = pgTable(
  'listed_products',
  {
    /** Its first size. */
    productId: text('product_id').primaryKey(),
    /** The same for the products of one group (the function card_key). */
    cardKey: text('card_key').notNull(),
    /** Its bottles, the smallest first. The domain's rule says which of them is shown (domain/products/sizes.ts). */
    sizeIds: text('size_ids').array().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Of the cheapest size in stock, before any discount; without any in stock, of the cheapest. */
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    nameKey: text('name_key').notNull(),
    /** Ids of facets: of the kind `category`. */
    categoryIds: integer('category_ids').array().notNull(),
    /** Of the kind `tag`. */
    tagIds: integer('tag_ids').array().notNull(),
    /** Of the kinds `category name`, `tag name` and `brand`. */
    nameIds: integer('name_ids').array().notNull(),
  },
  (table) => [
    index('listed_by_card').on(table.cardKey),
    index('listed_by_facet').using('gin', table.categoryIds, table.tagIds, table.nameIds),
  ],
);
