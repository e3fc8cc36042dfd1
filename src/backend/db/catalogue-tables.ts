import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { Product } from '#contract/product.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Top, heart and base of a fragrance (extension product.facts). */
export type Notes = NonNullable<Product['notes']>;

/** What is sold. How much of it there is says `stock` (stock-tables.ts). */
export const products = pgTable(
  'products',
  {
    /** Readable, as in a shared URL. */
    id: text().primaryKey(),
    name: text().notNull(),
    brand: text().notNull().default(''),
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    discountType: text('discount_type', { enum: ['fixed', 'percentage'] }),
    /** Naira for 'fixed', percent for 'percentage'. */
    discountAmount: doublePrecision('discount_amount'),
    discountExpiresAt: moment('discount_expires_at'),
    description: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    categories: text().array().notNull().default(sql`'{}'`),
    notes: jsonb().$type<Notes>(),
    concentration: text(),
    sizeMl: integer('size_ml'),
    ratings: real().notNull().default(0),
    numReviews: integer('num_reviews').notNull().default(0),
    /** Who wrote the row: 'demo', 'synthetic' or 'merchant'. */
    source: text().notNull().default('merchant'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    // The trigger products_keys fills these, so that no writer can forget them.
    nameKey: text('name_key').notNull().default(''),
    categoryKeys: text('category_keys').array().notNull().default(sql`'{}'`),
    tagKeys: text('tag_keys').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    check('products_price_never_negative', sql`${table.priceKobo} >= 0`),
    check(
      'products_discount_whole',
      sql`(${table.discountType} is null) = (${table.discountAmount} is null)`,
    ),
    check('products_discount_type', sql`${table.discountType} in ('fixed', 'percentage')`),
    index('products_by_created').on(table.createdAt.desc(), table.id),
    index('products_by_price').on(table.priceKobo, table.id),
    index('products_by_name').on(table.nameKey, table.id),
    index('products_by_category').using('gin', table.categoryKeys),
    index('products_by_tag').using('gin', table.tagKeys),
    index('products_by_brand').on(table.brand),
    index('products_by_source').on(table.source),
    index('products_by_discount_end')
      .on(table.discountExpiresAt)
      .where(sql`discount_expires_at is not null`),
  ],
);

/** An original picture, named by the hash of its bytes or of its recipe. The file is in the data folder. */
export const media = pgTable('media', {
  hash: text().primaryKey(),
  mime: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Dominant colour, #rrggbb. */
  color: text().notNull(),
  /** What the picture is composed from at its first request; null for a picture that was stored as a file. */
  recipe: text(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** The pictures of a product, in order. The first is the main one. */
export const productPictures = pgTable(
  'product_pictures',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    mediaHash: text('media_hash')
      .notNull()
      .references(() => media.hash),
    /** Alternative text: what the picture shows of this product. Null for none. */
    alt: text(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('product_pictures_by_media').on(table.mediaHash),
  ],
);

/** Where we deliver, and the fee. */
export const shippingPlaces = pgTable('shipping_places', {
  place: text().primaryKey(),
  state: text(),
  amountKobo: bigint('amount_kobo', { mode: 'number' }).notNull(),
  position: integer().notNull().default(0),
});

/** The vocabulary of the search: every word of the catalogue once, with its keys for misspellings. */
export const searchWords = pgTable('search_words', {
  word: text().primaryKey(),
  /** The word's letters in alphabetical order. Transposed letters give the same key. */
  letters: text().notNull(),
  /** Double Metaphone code. Words that sound alike have the same one. */
  sound: text().notNull(),
});

/** Which product has which words. The triggers products_words_* maintain it, also when a product is removed. */
export const productWords = pgTable(
  'product_words',
  {
    word: text().notNull(),
    productId: text('product_id').notNull(),
    /** 1 for name and brand, less for notes and tags. */
    weight: real().notNull(),
    /** The length of the product's name, which ranks what matches equally. */
    nameLength: integer('name_length').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.productId] }),
    index('product_words_by_product').on(table.productId),
  ],
);

/**
 * One row for each change that pages show. Triggers on products, stock, product_pictures, media and shipping_places
 * write it in the transaction of the change (migrations 0005 and 0010 say which changes). catalogue/changes.ts writes it when a discount
 * ends. Each row notifies the channel catalogue_changed.
 */
export const catalogueChanges = pgTable('catalogue_changes', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  /** The moment of the write, not the start of its transaction: a discount that ended has ended by then. */
  at: moment('at').notNull().default(sql`clock_timestamp()`),
});

/** What is kept about all changes, in one row. */
export const catalogueRecord = pgTable(
  'catalogue_record',
  {
    only: boolean().primaryKey().default(true),
    /** Changes whose rows have been removed. Added to the rows that remain, it is the number of all changes ever. */
    removed: bigint({ mode: 'number' }).notNull().default(0),
    /** Every discount that ended before this has its row in catalogue_changes. */
    discountsUntil: moment('discounts_until').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [check('catalogue_record_one_row', sql`${table.only}`)],
);
