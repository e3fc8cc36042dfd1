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
 * The tables behind lists (decision 28). The function list_cards writes them in the transaction that changes `products`;
 * `npm run audit` compares them with it.
 */

/**
 * Every value that filters products, with its number of listed products. A value that no product has any more stays with
 * 0, and links to nothing.
 */
export const facets = pgTable(
  'facets',
  {
    id: serial().primaryKey(),
    /**
     * `all`: every listed product; `category`, `tag`: the keys that all spellings share, with brands among the categories;
     * `category name`, `tag name`, `brand`: the written forms.
     */
    kind: text({
      enum: ['all', 'category', 'tag', 'category name', 'tag name', 'brand'],
    }).notNull(),
    name: text().notNull(),
    products: integer().notNull().default(0),
  },
  (table) => [unique('facets_kind_name').on(table.kind, table.name)],
);

/** The number of listed products that have both a category and a tag, for lists filtered by both. */
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
 * The cards of lists and searches in narrow rows, as in the view `cards`: one for a fragrance with all its sizes. Each
 * sort has two indexes, which the first migration makes by hand.
 */
export const listedProducts = pgTable(
  'listed_products',
  {
    /** Its first size. */
    productId: text('product_id').primaryKey(),
    /** The same for all products of a group (the function card_key). */
    cardKey: text('card_key').notNull(),
    /** Its bottles, smallest first. The domain decides which one is shown (domain/products/sizes.ts). */
    sizeIds: text('size_ids').array().notNull(),
    createdAt: moment('created_at').notNull(),
    /** The price of the cheapest size in stock, or of the cheapest if none is in stock. Before any discount. */
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    nameKey: text('name_key').notNull(),
    /** Ids of facets of the kind `category`. */
    categoryIds: integer('category_ids').array().notNull(),
    /** Ids of the kind `tag`. */
    tagIds: integer('tag_ids').array().notNull(),
    /** Ids of the kinds `category name`, `tag name` and `brand`. */
    nameIds: integer('name_ids').array().notNull(),
  },
  (table) => [
    index('listed_by_card').on(table.cardKey),
    index('listed_by_facet').using('gin', table.categoryIds, table.tagIds, table.nameIds),
  ],
);
