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

/** The states of an import, in the words of README.md. */
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
    /** The hash of the whole file, in hexadecimal. Null until it has arrived, and for a command's file, which is read once. */
    sha256: text(),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    /** `zip`: not unpacked yet. Recognised by content. */
    kind: text({ enum: ['csv', 'xlsx', 'zip'] }),
    source: text({ enum: ['office', 'command'] }).notNull(),
    /** The person who sent it or last started it. */
    startedBy: text('started_by').notNull(),
    state: text({ enum: IMPORT_STATES }).notNull(),
    /** Grows with each change of the page's questions or content. A form names the version that it was made for. */
    version: integer().notNull().default(1),
    sheet: text(),
    /** The merchant's meaning of the columns; null if she has given none. */
    columns: jsonb().$type<SavedColumns>(),
    answers: jsonb().$type<SavedAnswers>().notNull().default({}),
    /** The result of reading the file; null until then. */
    view: jsonb().$type<ImportView>(),
    /** The hosts from which the merchant allows downloads. */
    hosts: text().array().notNull().default(sql`'{}'`),
    /** The current work and its progress. `total` is null while it is unknown. */
    doing: text({ enum: ['rows', 'pictures', 'writing'] }),
    done: integer().notNull().default(0),
    total: integer(),
    doingSince: moment('doing_since'),
    totals: jsonb().$type<ImportTotals>(),
    /** A sentence about what went wrong. An open import may have one, too: for a workbook with several sheets. */
    trouble: text(),
    /** The number of unexpected faults in its work. */
    tries: integer().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** The last time that somebody or the work touched it. The longest wait is next. */
    touchedAt: moment('touched_at').notNull().defaultNow(),
    /** The time when the catalogue was written. */
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

/** The uploaded file in pieces. The programs may run on several machines, and each can continue the work. */
export const importParts = pgTable(
  'import_parts',
  { importId: importId(), place: integer().notNull(), bytes: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.importId, table.place] })],
);

/** The pictures of an uploaded ZIP, which are already in the media store. */
export const importFiles = pgTable(
  'import_files',
  {
    importId: importId(),
    /** The path in the ZIP, in small letters. */
    path: text().notNull(),
    /** Null if it cannot be used. `trouble` has the reason, as the rest of a sentence that begins with its name. */
    hash: text(),
    trouble: text(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.path] }),
    index('import_files_by_hash').on(table.hash),
  ],
);

/** The preview, row by row: new, changed and left-out rows with reasons, and how rows were read. */
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

/** The changes of an import, product by product, for undoing. The trigger product_renamed keeps the ids up to date. */
export const importProducts = pgTable(
  'import_products',
  {
    importId: importId(),
    productId: text('product_id').notNull(),
    /** The row of the sheet; null for a removed product, which has none. */
    row: integer(),
    /** `same`: only its pictures are missing. */
    kind: text({ enum: ['new', 'changed', 'same', 'removed'] }).notNull(),
    /** Null for a new product. */
    before: jsonb().$type<OwnedFields>(),
    /** Includes the pictures that have arrived since. Null for a removed product. */
    after: jsonb().$type<OwnedFields>(),
    /** The target of a redirect that ended when the product took its address. */
    endedRedirect: text('ended_redirect'),
    undone: boolean().notNull().default(false),
    /** The reason why it was not undone: the rest of a sentence that begins with the product. */
    kept: text(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.productId] }),
    index('import_products_by_product').on(table.productId),
    index('import_products_kept').on(table.importId, table.productId).where(sql`kept is not null`),
  ],
);

/** Old addresses that an import made lead to new pages, for undoing. */
export const importRedirects = pgTable(
  'import_redirects',
  {
    importId: importId(),
    fromPath: text('from_path').notNull(),
    toPath: text('to_path').notNull(),
    /** Its target before; null for none. */
    before: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.fromPath] })],
);

/** All pictures of products that have a picture to download, in the product's order. */
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
    /** `fetched`: stored, and not on its product yet. `there`: on its product. `dropped`: no longer wanted; `reason` says why. */
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

/** The merchant's last mapping of columns, and currency, for files with the same headings. */
export const importMappings = pgTable('import_mappings', {
  /** SHA-256 of the headings. */
  key: text().primaryKey(),
  columns: jsonb().$type<SavedColumns>().notNull(),
  /** The currency of prices that name none; null if she has not chosen one. */
  currency: text(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});
