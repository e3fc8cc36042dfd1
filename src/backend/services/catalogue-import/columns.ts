import type * as z from 'zod';
import type { Notes } from '#backend/db/tables/catalogue-tables.ts';
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
} from '#backend/services/merchant-files/cells.ts';
import { toNaira } from '#domain/money.ts';
import { LONGEST_ID } from '#domain/product-id.ts';
import { slug } from '#domain/slug.ts';
import { discountCell, type ProductStatus, statusCell, stockCell } from './product-cells.ts';

/**
 * The fields of a product that a merchant sets, named like the columns of the tables `products` and `product_pictures`. The
 * shop itself sets ratings, units sold and dates.
 */
export interface OwnedFields {
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
  concentration: string | null;
  size_ml: number | null;
  size_group: string | null;
  importer: string | null;
  batch: string | null;
  nafdac_number: string | null;
  seal: string | null;
  bought_from: string | null;
  status: ProductStatus;
  /** Units on hand, those of unpaid orders included. */
  stock: number;
  /** How many of them unpaid orders have reserved. Nobody sets it. */
  reserved: number;
  /** Hashes in the media store. */
  pictures: string[];
  /** The alternative text of each of `pictures`, in the same order; '' for none. */
  picture_alts: string[];
}

/** A product in a file. */
export type OwnedProduct = OwnedFields & { id: string };

interface Column {
  /** Reads a cell. */
  cell: z.ZodType;
  /** The value of a product's cell: a list of texts, or one value; null for an empty cell. */
  value: (product: OwnedProduct) => string | number | readonly string[] | null;
}

/** Units of one product. */
export const MOST_UNITS = 1_000_000;
/** Characters of a product's name. */
export const LONGEST_NAME = 200;
const word = 60;
/** Characters of a fact about the origin. */
const PROOF = 120;
/** Fewer signs than a product's id may have (domain/product-id.ts). */
const id = textCell(LONGEST_ID).refine((text) => text === slug(text), {
  error: 'may contain only small letters, digits and single hyphens, such as tom-ford-oud-wood',
});

/** Two pictures in one entry, as other programs write them: 'a.png, https://b.example/b.png'. */
const JOINED = /[,;]\s+https?:\/\/|\.(jpe?g|png|webp|avif)\s*[,;]/i;

const picturesCell = listCell(20, 2000).superRefine((names, context) => {
  const joined = names.find((name) => JOINED.test(name));
  if (joined === undefined) return;
  context.addIssue(`names '${joined}' as one picture: write | between pictures`);
});

/** Every column of a file, in the order of an export. */
export const COLUMNS = {
  id: { cell: id, value: (product) => product.id },
  name: { cell: requiredCell(LONGEST_NAME), value: ({ name }) => name },
  brand: { cell: textCell(100), value: ({ brand }) => brand },
  price: { cell: priceCell, value: (product) => writeNaira(toNaira(product.price_kobo)) },
  discount: { cell: discountCell, value: writeDiscount },
  discount_starts: {
    cell: beginningCell,
    value: ({ discount_starts_at: start }) => start && writeTime(start),
  },
  discount_until: {
    cell: endCell,
    value: ({ discount_expires_at: end }) => end && writeTime(end),
  },
  stock: { cell: stockCell(MOST_UNITS), value: ({ stock }) => stock },
  stock_was: { cell: wholeCell(0, MOST_UNITS), value: ({ stock }) => stock },
  description: { cell: textCell(5000), value: ({ description }) => description },
  tags: { cell: listCell(50, word), value: ({ tags }) => tags },
  categories: { cell: listCell(30, word), value: ({ categories }) => categories },
  notes_top: { cell: listCell(20, word), value: ({ notes }) => notes?.top ?? [] },
  notes_heart: { cell: listCell(20, word), value: ({ notes }) => notes?.heart ?? [] },
  notes_base: { cell: listCell(20, word), value: ({ notes }) => notes?.base ?? [] },
  concentration: { cell: optionalCell(word), value: ({ concentration }) => concentration },
  size_ml: { cell: optionalWholeCell(1, 100_000), value: (product) => product.size_ml },
  group: { cell: optionalCell(PROOF), value: (product) => product.size_group },
  importer: { cell: optionalCell(PROOF), value: ({ importer }) => importer },
  batch: { cell: optionalCell(PROOF), value: ({ batch }) => batch },
  nafdac_number: { cell: optionalCell(PROOF), value: (product) => product.nafdac_number },
  seal: { cell: optionalCell(PROOF), value: ({ seal }) => seal },
  bought_from: { cell: optionalCell(PROOF), value: (product) => product.bought_from },
  pictures: {
    cell: picturesCell,
    value: ({ pictures }) => pictures.map((hash) => `/media/${hash}`),
  },
  picture_alts: {
    cell: placesCell(20, 250),
    value: ({ picture_alts: alts }) => alts.slice(0, alts.findLastIndex((alt) => alt !== '') + 1),
  },
  status: { cell: statusCell, value: ({ status }) => status },
} as const satisfies Record<string, Column>;

export type ColumnName = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];

function writeDiscount({ discount_type, discount_amount }: OwnedProduct): string {
  if (discount_type === null || discount_amount === null) return '';
  return discount_type === 'percentage' ? `${discount_amount}%` : writeNaira(discount_amount);
}
