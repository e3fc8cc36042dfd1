import { splitList } from '#backend/merchant-files/cells.ts';
import {
  COLUMN_NAMES,
  COLUMNS,
  type Column,
  type ColumnName,
} from '#backend/products/fields/columns.ts';
import { discountCell } from '#backend/products/fields/product-cells.ts';
import type { Format } from '#backend/products/files/formats/format.ts';
import { toKobo } from '#domain/money/money.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import type { SettledRow } from './settled-row.ts';

/**
 * The extra columns that this shop writes into another program's file, as metafields of Shopify or custom fields of
 * WooCommerce. They hold what the program's columns cannot, in the form of this shop's files. An empty cell means nothing.
 */
export const KEPT_COLUMNS = COLUMN_NAMES.filter(
  (name) => !['id', 'price', 'stock', 'stock_was', 'pictures'].includes(name),
);

/** The mark of a product that a Turare shop wrote: with this value, each SKU is the id of its size. */
export const MARK = { field: 'sku_is', value: 'id' } as const;

/** The cells of a row in the extra columns. */
export interface OwnCells {
  /** Whether the row has the mark. */
  marked: boolean;
  cells: Partial<Record<ColumnName, string>>;
}

/** Returns a reader for the extra columns in the rows below these headings. */
export function ownReader(
  { own }: Format,
  headings: readonly string[],
): (cell: (column: number) => string) => OwnCells {
  const fields = headings.map((heading) => own?.pattern.exec(heading.trim())?.[1]?.toLowerCase());
  const mark = fields.indexOf(MARK.field);
  const columns = KEPT_COLUMNS.flatMap((name): [ColumnName, number][] => {
    const at = fields.indexOf(name);
    return at < 0 ? [] : [[name, at]];
  });
  return (cell) => ({
    marked: cell(mark) === MARK.value,
    cells: Object.fromEntries(
      columns.map(([name, at]) => [name, cell(at)]).filter(([, text]) => text !== ''),
    ),
  });
}

/** A discount and its days, which stay together. */
export const DISCOUNT = ['discount', 'discount_starts', 'discount_until'] as const;

/**
 * Adds the extra columns to the cells of a size. A discount counts only if it matches the program's prices. If the program
 * stores these columns once for a product, the discount columns are lists with an entry for each size.
 * @param at - the index of the size.
 */
export function withOwn(
  cells: SettledRow['cells'],
  own: OwnCells['cells'],
  at: number,
): SettledRow['cells'] {
  const [discount, starts, ends] = DISCOUNT.map((name) => entryOf(own[name] ?? '', at));
  const others = Object.entries(own).filter(([name]) => !DISCOUNT.includes(name as never));
  const lists = others.map(([name, text]) => [
    name,
    isList(name as ColumnName) ? splitList(text) : text,
  ]);
  const known = { ...cells, ...Object.fromEntries(lists) };
  if (!discount || !isOf(discount, cells, Boolean(starts || ends))) return known;
  for (const name of DISCOUNT) delete known[name];
  return {
    ...known,
    discount,
    ...(starts && { discount_starts: starts }),
    ...(ends && { discount_until: ends }),
  };
}

const entryOf = (text: string, at: number): string => {
  const entries = splitList(text);
  return entries.length > 1 ? (entries[at] ?? '') : text;
};

const isList = (name: ColumnName) =>
  (COLUMNS[name] as Column).kind === 'list' || name === 'picture_alts';

/** Whether a discount explains the program's price. Outside the days of a discount the program has no sale price. */
function isOf(discount: string, { price, discount: given }: SettledRow['cells'], hasDays: boolean) {
  const read = discountCell.safeParse(discount).data;
  const full = Number(String(price ?? ''));
  if (!read || read.type === null || read.amount === null || Number.isNaN(full)) return false;
  const off = Number(String(given ?? ''));
  if (off === 0 && hasDays) return true;
  const sale = salePriceKobo(
    { price: full, discount: { type: read.type, amount: read.amount } },
    0,
  );
  return toKobo(full) - toKobo(off) === sale;
}
