/** What an export says of a product, by fields that all formats have in common. */
export const SOURCE_FIELDS = [
  'id',
  'parent',
  'name',
  'brand',
  'concentration',
  'size',
  'price',
  'fullPrice',
  'salePrice',
  'saleStarts',
  'saleEnds',
  'percentOff',
  'nairaOff',
  'currency',
  'stock',
  'inStock',
  'description',
  'summary',
  'tags',
  'categories',
  'notesTop',
  'notesHeart',
  'notesBase',
  'pictures',
  'pictureWords',
  'sizePicture',
  'sku',
  'number',
  'ean',
  'address',
] as const;
export type SourceField = (typeof SOURCE_FIELDS)[number];

/** The fields that are amounts of money. */
export const MONEY_FIELDS: ReadonlySet<SourceField> = new Set([
  'price',
  'fullPrice',
  'salePrice',
  'nairaOff',
]);

/** The fields that have several entries. Those of several columns are joined. */
export const LIST_FIELDS: ReadonlySet<SourceField> = new Set(['pictures', 'tags', 'categories']);

/**
 * A heading in the spellings of a program, such as 'Handle | URL handle', or a pattern of one. Capitals, hyphens, underscores and a
 * question mark do not matter. A currency in it is read apart.
 */
export type Heading = string | RegExp;

/** Headings of a program for columns of ours. The group of the pattern is the name of the column. */
export interface OwnHeadings {
  pattern: RegExp;
  heading: (column: string, label: string) => string;
}

/**
 * The addresses that a program gave to its pages, as patterns. A text in braces stands for what a row says, for one part of the address:
 * {id}, {number} and {ean} as the fields have it, {slug} for the field `address` or else made of the name, {folder} for the first
 * category. Where the row lacks one of them, the pattern makes no address.
 */
export interface AddressPatterns {
  product: readonly string[];
  /** Pages of lists: {path} stands for an entry of the field, and for the entries above it ('Perfume > Women'). */
  lists?: Readonly<Partial<Record<'categories' | 'tags' | 'brand', string>>>;
}

/**
 * The products export of a program, as data. To read another one, add a file like shopify.ts with its test, and its line in index.ts.
 */
export interface Format {
  /** The program's name. */
  name: string;
  /** Headings that only this program writes together. Without them the columns are not known well enough to be read. */
  marks: readonly Heading[];
  /**
   * Where each field stands. Of several columns the cells of lists are joined; otherwise the first filled one counts.
   */
  columns: Readonly<Partial<Record<SourceField, Heading | readonly Heading[]>>>;
  /** What stands between the entries of a list in one cell. Without it the merchant is asked what a comma means. */
  separator?: ',' | ';';
  /** The separator inside an entry has a backslash before it. */
  escapedSeparator?: true;
  /** Whether `id` is the last part of a product's address, which it keeps. */
  idIsAddress?: true;
  /** Without it the export says nothing of addresses. */
  addresses?: AddressPatterns;
  /** Name and value of a product's options, such as 'Size' and '50 ml', or of its facts, such as 'Top notes'. # is their number. */
  options?: readonly [name: string, value: string];
  /** The code of a size. Of a product that a shop of ours wrote it is the id (own-columns.ts). */
  sku?: Heading;
  /** A product whose address ends with its code was written by a shop of ours. */
  idsInAddresses?: true;
  /** Its metafields that have what only our own files have. */
  own?: OwnHeadings;
  /**
   * How the sizes of a product are written: in rows with the same id, in rows that name their parent's id or SKU, or as a
   * list in one cell, all at one price.
   */
  sizes?: { as: 'same id' } | { as: 'parent' } | { as: 'list'; columns: readonly Heading[] };
  /** A sale price of 0 is one. Other programs write it for no sale. */
  freeSales?: true;
  /** What an option's value says if there is only one size. */
  oneSize?: string;
  /** Texts have `\n` written out. */
  writtenBreaks?: true;
}

/** One of a program that keeps columns of ours, so that a shop of ours can move there and back (export/). */
export type KeepingFormat = Format & { own: OwnHeadings };
