import type * as z from 'zod';
import {
  beginningCell,
  endCell,
  listCell,
  optionalCell,
  optionalWholeCell,
  placesCell,
  priceCell,
  requiredCell,
  textCell,
  wholeCell,
  writeNaira,
  writeTime,
} from '#backend/merchant-files/cells.ts';
import type { Notes } from '#backend/products/tables.ts';
import { toNaira } from '#domain/money/money.ts';
import {
  type FieldColumns,
  type NamedField,
  productFields,
} from '#domain/products/product-fields.ts';
import { LONGEST_ID } from '#domain/products/product-id.ts';
import { slug } from '#domain/products/slug.ts';
import { discountCell, type ProductStatus, statusCell, stockCell } from './product-cells.ts';

/**
 * The fields of a product that a merchant sets, named like the columns of the tables `products` and `product_pictures`.
 * The shop sets ratings, units sold and dates.
 */
export interface OwnedFields extends FieldColumns {
  name: string;
  brand: string;
  price_kobo: number;
  discount_type: 'fixed' | 'percentage' | null;
  /** Naira for 'fixed', per cent for 'percentage'. */
  discount_amount: number | null;
  /** ISO time in UTC. */
  discount_starts_at: string | null;
  /** ISO time in UTC. */
  discount_expires_at: string | null;
  description: string;
  tags: string[];
  categories: string[];
  notes: Notes | null;
  status: ProductStatus;
  /** The shop's own code, for staff; null for none. No two products may have the same, in any capitals. */
  sku: string | null;
  /** Units on hand, including those of unpaid orders. */
  stock: number;
  /** The units that unpaid orders have reserved. Nobody sets this. */
  reserved: number;
  /** Hashes in the media store. */
  pictures: string[];
  /** The alternative text of each of `pictures`, in the same order; '' for none. */
  picture_alts: string[];
}

/** A product in a file. */
export type OwnedProduct = OwnedFields & { id: string };

/** The way a cell is typed on a page: a list has one entry a line, and a time is in Lagos time. */
type Kind = 'line' | 'text' | 'list' | 'time' | 'naira' | 'whole';

export interface Column {
  /** The name that people read. */
  label: string;
  /** Help beside its field on a page. */
  hint?: string | undefined;
  /** Default: 'line'. */
  kind?: Kind;
  /** The most characters that its field takes. */
  most?: number;
  required?: true;
  cell: z.ZodType;
  /** The fields that a cell sets after it is read. Notes, stock and pictures need more than their cell (rows.ts). */
  sets?: (value: never) => Partial<OwnedFields>;
  /** The value of a product's cell: a list of texts, or one value; null for an empty cell. */
  value: (product: OwnedProduct) => string | number | readonly string[] | null;
}

/** Defines a column for one field of a product. */
const field = <Name extends keyof OwnedFields, Rest extends Omit<Column, 'value' | 'sets'>>(
  name: Name,
  rest: Rest,
) => ({
  ...rest,
  sets: (value: OwnedFields[Name]) => ({ [name]: value }),
  value: (product: OwnedProduct) => product[name],
});

export const MOST_UNITS = 1_000_000;
/** The most characters of a product's name. */
export const LONGEST_NAME = 200;
const LONGEST_SKU = 100;
const word = 60;
/** Takes fewer characters than a product's id may have (domain/products/product-id.ts). */
const id = textCell(LONGEST_ID).refine((text) => text === slug(text), {
  error: 'may contain only small letters, digits and single hyphens, such as tom-ford-oud-wood',
});

/** Matches two pictures in one entry, as other programs write them: 'a.png, https://b.example/b.png'. */
const JOINED = /[,;]\s+https?:\/\/|\.(jpe?g|png|webp|avif)\s*[,;]/i;

const picturesCell = listCell(20, 2000).superRefine((names, context) => {
  const joined = names.find((name) => JOINED.test(name));
  if (joined === undefined) return;
  context.addIssue(`names '${joined}' as one picture: write | between pictures`);
});

/** Every column of a file, in the order of an export. */
export const COLUMNS = {
  id: { label: 'Address', cell: id, value: (product) => product.id },
  name: field('name', {
    label: 'Name',
    most: LONGEST_NAME,
    required: true,
    cell: requiredCell(LONGEST_NAME),
  }),
  brand: field('brand', { label: 'Brand', most: 100, cell: textCell(100) }),
  price: {
    label: 'Price',
    kind: 'naira',
    required: true,
    cell: priceCell,
    sets: (price_kobo: number) => ({ price_kobo }),
    value: (product) => writeNaira(toNaira(product.price_kobo)),
  },
  discount: {
    label: 'Discount',
    hint: '15% or naira off such as 5000. Empty for none.',
    cell: discountCell,
    // Without a discount there is no beginning and no end, unless the columns after this one set them.
    sets: ({ type, amount }: z.output<typeof discountCell>) => ({
      discount_type: type,
      discount_amount: amount,
      ...(type === null ? { discount_starts_at: null, discount_expires_at: null } : {}),
    }),
    value: writeDiscount,
  },
  discount_starts: {
    label: 'Discount starts',
    hint: 'Lagos time. Empty: now.',
    kind: 'time',
    cell: beginningCell,
    sets: (discount_starts_at: string | null) => ({ discount_starts_at }),
    value: ({ discount_starts_at: start }) => start && writeTime(start),
  },
  discount_until: {
    label: 'Discount ends',
    hint: 'Lagos time. Empty: no end.',
    kind: 'time',
    cell: endCell,
    sets: (discount_expires_at: string | null) => ({ discount_expires_at }),
    value: ({ discount_expires_at: end }) => end && writeTime(end),
  },
  stock: { label: 'Stock', cell: stockCell(MOST_UNITS), value: ({ stock }) => stock },
  stock_was: { label: 'Stock before', cell: wholeCell(0, MOST_UNITS), value: ({ stock }) => stock },
  description: field('description', {
    label: 'Description',
    kind: 'text',
    most: 5000,
    cell: textCell(5000),
  }),
  tags: field('tags', { label: 'Tags', kind: 'list', cell: listCell(50, word) }),
  categories: field('categories', { label: 'Categories', kind: 'list', cell: listCell(30, word) }),
  notes_top: notes('top', 'Top notes'),
  notes_heart: notes('heart', 'Heart notes'),
  notes_base: notes('base', 'Base notes'),
  ...declared(),
  pictures: {
    label: 'Pictures',
    cell: picturesCell,
    value: ({ pictures }) => pictures.map((hash) => `/media/${hash}`),
  },
  picture_alts: {
    label: 'Words of the pictures',
    cell: placesCell(20, 250),
    sets: (picture_alts: string[]) => ({ picture_alts }),
    value: ({ picture_alts: alts }) => alts.slice(0, alts.findLastIndex((alt) => alt !== '') + 1),
  },
  status: field('status', { label: 'Status', cell: statusCell }),
  sku: field('sku', {
    label: 'SKU',
    hint: 'Your own code. Shoppers do not see it.',
    most: LONGEST_SKU,
    cell: optionalCell(LONGEST_SKU),
  }),
} as const satisfies Record<string, Column>;

function notes(part: keyof Notes, label: string) {
  const cell = listCell(20, word);
  const value = (product: OwnedProduct): readonly string[] => product.notes?.[part] ?? [];
  return { label, kind: 'list', cell, value } as const;
}

/** Returns the columns of the fields that domain/products/product-fields.ts declares. */
function declared() {
  const columns = productFields.map(({ csv, column, label, hint, kind, most, unit }) => [
    csv,
    field(column, {
      label,
      hint,
      ...(kind === 'text'
        ? { most, cell: optionalCell(most) }
        : { kind, cell: optionalWholeCell(1, most, unit) }),
    }),
  ]);
  return Object.fromEntries(columns) as Record<NamedField['csv'], DeclaredColumn>;
}
interface DeclaredColumn extends Column {
  cell: z.ZodType<string | number | null>;
}

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

/** The defaults of a new product. Name and price have none. */
export const NEW_FIELDS = {
  brand: '',
  discount_type: null,
  discount_amount: null,
  discount_starts_at: null,
  discount_expires_at: null,
  description: '',
  tags: [],
  categories: [],
  notes: null,
  ...(Object.fromEntries(productFields.map(({ column }) => [column, null])) as FieldColumns),
  status: 'shown',
  sku: null,
  stock: 0,
  reserved: 0,
  pictures: [],
  picture_alts: [],
} as const satisfies Omit<OwnedFields, 'name' | 'price_kobo'>;

/** The fields that are columns of the table `products`. */
export const PRODUCT_COLUMNS: readonly string[] = [
  'name',
  'price_kobo',
  ...Object.keys(NEW_FIELDS).filter(
    (name) => !['stock', 'reserved', 'pictures', 'picture_alts'].includes(name),
  ),
];

function writeDiscount({ discount_type, discount_amount }: OwnedProduct): string {
  if (discount_type === null || discount_amount === null) return '';
  return discount_type === 'percentage' ? `${discount_amount}%` : writeNaira(discount_amount);
}
