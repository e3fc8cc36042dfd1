import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytes, moment } from '#backend/db/columns.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import type { SavedAnswers, SavedColumns } from './answers.ts';
import type { ImportTotals, ImportView, Shown } from './view.ts';

/** What an import waits for, or what has become of it. The words of README.md. */
export const IMPORT_STATES = [
  'receiving',
  'reading',
  'asking',
  'waiting',
  'importing',
  'done',
  'failed',
  'undoing',
  'undone',
] as const;

/** A file of products that somebody sent to the back office or named to the command. */
export const imports = pgTable(
  'imports',
  {
    id: text().primaryKey(),
    fileName: text('file_name').notNull(),
    /** Of the file as it came, in hexadecimal; null until all of it has come, and for a command's, which reads it once. */
    sha256: text(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** `zip`: not unpacked yet. Told by the content. */
    kind: text({ enum: ['csv', 'xlsx', 'zip'] }),
    source: text({ enum: ['office', 'command'] }).notNull(),
    /** Who sent it, or who started it last. */
    startedBy: text('started_by').notNull(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** Grows with each change of what the page asks and shows. A form names the one that it was made for. */
    version: integer().notNull().default(1),
    sheet: text(),
    /** What the merchant says that columns are; null if she says nothing. */
    columns: jsonb().$type<SavedColumns>(),
    answers: jsonb().$type<SavedAnswers>().notNull().default({}),
    /** What was read of the file: null until then. */
    view: jsonb().$type<ImportView>(),
    /** The hosts that she has agreed to download pictures from. */
    hosts: text().array().notNull().default(sql`'{}'`),
    /** What it does just now, and how far it is. `total` is null while nobody knows. */
    doing: text({ enum: ['rows', 'pictures', 'writing'] }),
    done: integer().notNull().default(0),
    total: integer(),
    doingSince: moment('doing_since'),
    totals: jsonb().$type<ImportTotals>(),
    /** What went wrong: a sentence. An import that asks may have one, too: a workbook of several sheets. */
    trouble: text(),
    /** How often its work has ended in a fault that nobody expects. */
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When somebody or the work last did something with it. Whoever waits longest is next. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    /** When the catalogue was written. */
    writtenAt: moment('written_at'),
    undoneAt: moment('undone_at'),
  },
  (table) => [
    index('imports_by_created').on(table.createdAt.desc()),
    index('imports_due')
      .on(table.touchedAt)
      .where(sql`state in ('reading', 'waiting', 'importing', 'undoing')`),
  ],
);

/** An import as it is stored. */
export type ImportRow = typeof imports.$inferSelect;

const importId = () =>
  text('import_id')
    .notNull()
    .references(() => imports.id, { onDelete: 'cascade' });

/** The uploaded file in pieces: the programs may run on several machines, and each can go on with it. */
export const importParts = pgTable(
  'import_parts',
  { importId: importId(), place: integer().notNull(), bytes: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
);

/** The pictures of an uploaded ZIP, which are in the media store already. */
export const importFiles = pgTable(
  'import_files',
  {
    importId: importId(),
    /** The path in the ZIP, in small letters. */
    path: text().notNull(),
    /** Null if it cannot be used: `trouble` says why, as the rest of a sentence that begins with its name. */
    hash: text(),
    trouble: text(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.path] }),
    index('import_files_by_hash').on(table.hash),
  ],
);

/** The preview, row by row: what would be new and changed, what is left out and why, what was read and how. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: importId(),
    kind: text({ enum: ['new', 'changed', 'left-out', 'fault', 'warning', 'note'] }).notNull(),
    /** 0, 1, 2 … within its kind, so that a page of it is a range. */
    place: integer().notNull(),
    /** The row of the sheet. */
    row: integer().notNull(),
    shown: jsonb().$type<Shown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.kind, table.place] })],
);

/**
 * What an import wrote, product by product, for its undoing. The trigger product_renamed has the product's new id, should it get
 * another one.
 */
export const importProducts = pgTable(
  'import_products',
  {
    importId: importId(),
    productId: text('product_id').notNull(),
    /** The row of the sheet; null for a removed product, which has none. */
    row: integer(),
    /** `same`: only its pictures are still to come. */
    kind: text({ enum: ['new', 'changed', 'same', 'removed'] }).notNull(),
    /** Null for a new product. */
    before: jsonb().$type<OwnedFields>(),
    /** With the pictures that have come since. Null for a removed one. */
    after: jsonb().$type<OwnedFields>(),
    /** Where its address led before it was that of a product. */
    endedRedirect: text('ended_redirect'),
    undone: boolean().notNull().default(false),
    /** Why it was not undone: the rest of a sentence that begins with the product. */
    kept: text(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.productId] }),
    index('import_products_by_product').on(table.productId),
    index('import_products_kept').on(table.importId, table.productId).where(sql`kept is not null`),
  ],
);

/** Old addresses that an import let lead on, for its undoing. */
export const importRedirects = pgTable(
  'import_redirects',
  {
    importId: importId(),
    fromPath: text('from_path').notNull(),
    toPath: text('to_path').notNull(),
    /** Where it led before; null for nowhere. */
    before: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.fromPath] })],
);

/** The pictures of products that have one to download, in the order of the product. */
export const importPictures = pgTable(
  'import_pictures',
  {
    importId: importId(),
    productId: text('product_id').notNull(),
    position: integer().notNull(),
    row: integer().notNull(),
    /** The web address, or the name of a picture that needs no download. */
    address: text().notNull(),
    /** The alternative text. */
    words: text().notNull().default(''),
    /**
     * `fetched`: in the media store, and not on its product yet. `there`: on its product. `dropped`: nobody wants it any more;
     * `reason` says why.
     */
    state: text({ enum: ['waiting', 'fetched', 'there', 'broken', 'dropped'] }).notNull(),
    attempts: integer().notNull().default(0),
    hash: text(),
    /** The rest of a sentence that begins with the address. */
    reason: text(),
    nextAt: moment('next_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.productId, table.position] }),
    index('import_pictures_waiting')
      .on(table.nextAt, table.importId, table.row, table.position)
      .where(sql`state = 'waiting'`),
    index('import_pictures_fetched')
      .on(table.importId, table.productId)
      .where(sql`state = 'fetched'`),
    index('import_pictures_by_product').on(table.productId),
    index('import_pictures_by_hash').on(table.hash),
  ],
);

/** What columns are, and which currency, as the merchant last said it of a file with the same headings. */
export const importMappings = pgTable('import_mappings', {
  /** SHA-256 of the headings. */
  key: text().primaryKey(),
  columns: jsonb().$type<SavedColumns>().notNull(),
  /** The currency of prices that name none; null if she has not said it. */
  currency: text(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
