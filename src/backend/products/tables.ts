import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { moment } from '#backend/db/columns.ts';
import { media } from '#backend/media/tables.ts';
import type { Product } from '#contract/product.ts';
import { LONGEST_ID, LONGEST_ID_BYTES, NOT_IN_ID } from '#domain/products/product-id.ts';

/** Top, heart and base of a fragrance (extension product.facts). */
export type Notes = NonNullable<Product['notes']>;

/**
 * The products of the shop. `stock` (stock-tables.ts) has their units. A change of any column changes the product's page,
 * except for those that the function product_page leaves out.
 */
export const products = pgTable(
  'products',
  {
    /** Readable, for shared URLs. */
    id: text().primaryKey(),
    name: text().notNull(),
    brand: text().notNull().default(''),
    priceKobo: bigint('price_kobo', { mode: 'number' }).notNull(),
    discountType: text('discount_type', { enum: ['fixed', 'percentage'] }),
    /** Naira for 'fixed', percent for 'percentage'. */
    discountAmount: doublePrecision('discount_amount'),
    /** Before this time the price is the full one, and the discount is not published. Null: it has begun. */
    discountStartsAt: moment('discount_starts_at'),
    discountExpiresAt: moment('discount_expires_at'),
    description: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'`),
    categories: text().array().notNull().default(sql`'{}'`),
    notes: jsonb().$type<Notes>(),
    concentration: text(),
    sizeMl: integer('size_ml'),
    /** Products with the same text are sizes of one fragrance (extension product.group). */
    group: text('size_group'),
    // The parts of a set (extension product.set, domain/products/sets.ts). The trigger products_set_parts writes set_parts
    // from them.
    parts: text('set_parts'),
    choose: integer('set_choose'),
    /** 1: a sample, shown beside the bottles of its group. Null: a bottle. */
    sample: integer(),
    // The merchant's evidence of its origin, in the merchant's words (extension product.provenance). Null: none.
    importer: text(),
    batch: text(),
    nafdacNumber: text('nafdac_number'),
    seal: text(),
    boughtFrom: text('bought_from'),
    /** The shop's own code of the product, for staff. Shoppers never see it. */
    sku: text(),
    ratings: real().notNull().default(0),
    numReviews: integer('num_reviews').notNull().default(0),
    /**
     * `shown`: sold. `hidden`: as if it did not exist. `retired`: no longer sold and in no list, but its page stays and
     * says so. stocked-products.ts has the condition for what shoppers find.
     */
    status: text({ enum: ['shown', 'hidden', 'retired'] })
      .notNull()
      .default('shown'),
    /** The writer of the row: 'demo', 'synthetic' or 'merchant'. */
    source: text().notNull().default('merchant'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    // The trigger products_keys fills these, so that no writer can forget them.
    nameKey: text('name_key').notNull().default(''),
    categoryKeys: text('category_keys').array().notNull().default(sql`'{}'`),
    tagKeys: text('tag_keys').array().notNull().default(sql`'{}'`),
  },
  (table) => [
    // domain/products/product-id.ts. PostgreSQL itself refuses invalid text (domain/text.ts).
    check(
      'products_id',
      sql`${table.id} <> '' and length(${table.id}) <= ${sql.raw(String(LONGEST_ID))} and octet_length(${table.id}) <= ${sql.raw(String(LONGEST_ID_BYTES))} and ${table.id} !~ ${sql.raw(`'${NOT_IN_ID}'`)}`,
    ),
    check('products_price_never_negative', sql`${table.priceKobo} >= 0`),
    check(
      'products_discount_whole',
      sql`(${table.discountType} is null) = (${table.discountAmount} is null)`,
    ),
    check('products_discount_type', sql`${table.discountType} in ('fixed', 'percentage')`),
    check('products_discount_period', sql`${table.discountStartsAt} < ${table.discountExpiresAt}`),
    check('products_status', sql`${table.status} in ('shown', 'hidden', 'retired')`),
    index('products_by_created').on(table.createdAt.desc(), table.id),
    index('products_by_price').on(table.priceKobo, table.id),
    index('products_by_name').on(table.nameKey, table.id),
    index('products_by_category').using('gin', table.categoryKeys),
    index('products_by_tag').using('gin', table.tagKeys),
    index('products_by_brand').on(table.brand),
    uniqueIndex('products_sku').on(sql`lower(${table.sku})`),
    index('products_by_source').on(table.source),
    index('products_by_discount_end')
      .on(table.discountExpiresAt)
      .where(sql`discount_expires_at is not null`),
    index('products_by_discount_start')
      .on(table.discountStartsAt)
      .where(sql`discount_starts_at is not null`),
  ],
);

/**
 * Paths of the site that have moved, with their targets: '/products/old' to '/products/new'. Former names of categories
 * and brands are here, too: '/categories/old' to '/categories/new'. Each page of a category has its number, even the
 * first: '/categories/old/1'. Rows are kept for ever, and never form a chain. A path that is a page again takes
 * precedence: the trigger products_end_redirects removes the row of a new product's path.
 */
export const redirects = pgTable(
  'redirects',
  {
    fromPath: text('from_path').primaryKey(),
    toPath: text('to_path').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    check('redirects_lead_elsewhere', sql`${table.fromPath} <> ${table.toPath}`),
    index('redirects_by_target').on(table.toPath),
  ],
);

/** The pictures of a product, in order. The first is the main one. */
export const productPictures = pgTable(
  'product_pictures',
  {
    productId: text('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    position: integer().notNull(),
    mediaHash: text('media_hash')
      .notNull()
      .references(() => media.hash),
    /** The alternative text: what the picture shows. Null for none. */
    alt: text(),
  },
  (table) => [
    primaryKey({ columns: [table.productId, table.position] }),
    index('product_pictures_by_media').on(table.mediaHash),
  ],
);

/** The vocabulary of the search: every word of the catalogue once, with its keys for misspellings. */
export const searchWords = pgTable('search_words', {
  word: text().primaryKey(),
  /** The word's letters in alphabetical order. A word with transposed letters has the same key. */
  letters: text().notNull(),
  /** Its Double Metaphone code. Words that sound alike have the same code. */
  sound: text().notNull(),
});

/** The words of each product. The triggers products_words_* maintain it, also when a product is removed. */
export const productWords = pgTable(
  'product_words',
  {
    word: text().notNull(),
    productId: text('product_id').notNull(),
    /** 1 for name and brand, less for notes and tags. */
    weight: real().notNull(),
    /** The length of the product's name, which ranks equal matches. */
    nameLength: integer('name_length').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.word, table.productId] }),
    index('product_words_by_product').on(table.productId),
  ],
);
