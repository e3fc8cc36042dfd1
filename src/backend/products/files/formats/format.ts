/** The fields that all formats share, in an export's description of a product. */
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

/** The fields with several entries. If several columns have them, they are joined. */
export const LIST_FIELDS: ReadonlySet<SourceField> = new Set(['pictures', 'tags', 'categories']);

/**
 * A program's heading in its spellings, such as 'Handle | URL handle', or a pattern. Capitals, hyphens, underscores and a
 * question mark do not matter. Its currency is read separately.
 */
export type Heading = string | RegExp;

/** The headings of this shop's extra columns in a program's file. The group of the pattern is the column's name. */
export interface OwnHeadings {
  pattern: RegExp;
  heading: (column: string, label: string) => string;
}

/**
 * The addresses of a program's pages, as patterns. Braces stand for one part of the address: {id}, {number} and {ean} are
 * fields, {slug} is the field `address` or is made of the name, {folder} is the first category. If a row lacks one of
 * them, the pattern makes no address.
 */
export interface AddressPatterns {
  product: readonly string[];
  /** Pages of lists: {path} stands for an entry of the field, and for the entries above it ('Perfume > Women'). */
  lists?: Readonly<Partial<Record<'categories' | 'tags' | 'brand', string>>>;
}

/**
 * The products export of a program, as data. To read another one, add a file like shopify.ts, a test, and a line in
 * index.ts.
 */
export interface Format {
  name: string;
  /** Headings that only this program writes together. Without them the columns are too uncertain to be read. */
  marks: readonly Heading[];
  /** The headings of each field. For lists, several columns are joined; otherwise the first filled one counts. */
  columns: Readonly<Partial<Record<SourceField, Heading | readonly Heading[]>>>;
  /** The separator of a list in one cell. Without it, the merchant is asked what a comma means. */
  separator?: ',' | ';';
  /** Whether a separator inside an entry has a backslash before it. */
  escapedSeparator?: true;
  /** Whether `id` is the last part of a product's address, which it keeps. */
  idIsAddress?: true;
  /** Without it, the export has no addresses. */
  addresses?: AddressPatterns;
  /** The names and values of options, such as 'Size' and '50 ml', or of facts, such as 'Top notes'. # is their number. */
  options?: readonly [name: string, value: string];
  /** The code of a size. In a file that a Turare shop wrote, it is the id (own-columns.ts). */
  sku?: Heading;
  /** Whether an address that ends with the product's code shows that a Turare shop wrote the file. */
  idsInAddresses?: true;
  /** The metafields that hold this shop's extra columns. */
  own?: OwnHeadings;
  /**
   * The way the sizes of a product are written: in rows with the same id, in rows that name their parent's id or SKU, or as
   * a list in one cell, all at one price.
   */
  sizes?: { as: 'same id' } | { as: 'parent' } | { as: 'list'; columns: readonly Heading[] };
  /** Whether a sale price of 0 counts. Other programs write 0 for no sale. */
  freeSales?: true;
  /** The option value of a product with only one size. */
  oneSize?: string;
  /** Whether texts contain a written `\n` for line breaks. */
  writtenBreaks?: true;
}

/** The format of a program that keeps the extra columns, so that a shop can move there and back (export/). */
export type KeepingFormat = Format & { own: OwnHeadings };
