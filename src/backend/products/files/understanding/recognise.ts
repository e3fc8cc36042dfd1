import { findColumn } from '#backend/merchant-files/heading.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { COLUMN_NAMES } from '#backend/products/fields/columns.ts';
import {
  type Format,
  type Heading,
  LIST_FIELDS,
  MONEY_FIELDS,
  SOURCE_FIELDS,
  type SourceField,
} from '#backend/products/files/formats/format.ts';
import { FORMATS } from '#backend/products/files/formats/index.ts';
import { list } from '#backend/products/files/formats/list.ts';
import { isHeading } from './headings.ts';
import { moneyHeading } from './money-headings.ts';
import { saleMeaning } from './sale-columns.ts';

/** A table whose columns are known. */
export interface Recognised {
  format: Format;
  /** The row of the headings. Rows above it are titles. */
  row: number;
  headings: readonly string[];
  /** The columns of each field, by their positions. */
  fields: ReadonlyMap<SourceField, readonly number[]>;
  /** The currencies that headings name, such as 'Price (NGN)', by the positions of their columns. */
  currencies: ReadonlyMap<number, string>;
}

/** The field of each column by its heading in small letters; null leaves the column out. */
export type Columns = ReadonlyMap<string, SourceField | null>;

/** The most lines in which headings are looked for. There may be titles above them. */
export const HEAD_LINES = 20;

/** The columns that only this shop's files have. */
const OWN_WORDS = COLUMN_NAMES.filter((name) => name === 'id' || name.includes('_'));

/** Whether headings are those of the shop's own files, perhaps with one misspelled. */
export function isOwn({ cells }: TableLine): boolean {
  const filled = cells.map((cell) => cell.trim()).filter(Boolean);
  const known = filled.filter((cell) => findColumn(cell, COLUMN_NAMES).ok);
  if (known.length === filled.length) {
    // Anybody may write headings such as 'Name' and 'Price', and the prices may be in any currency.
    return filled.some((cell) => cell === cell.toLowerCase() || !isHeadingOfList(cell));
  }
  return (
    known.length * 2 >= filled.length && known.some((cell) => OWN_WORDS.includes(cell as never))
  );
}

/**
 * Finds the line of headings and the program that wrote them. Any other table is the merchant's own list, if a line has a
 * name and one more field and is not a heading of the shop's own files.
 * @param head - the first lines of the table.
 * @param own - the merchant's mapping of columns.
 */
export function recognise(
  head: readonly TableLine[],
  own: Columns = new Map(),
): Recognised | undefined {
  for (const line of head) {
    const format = FORMATS.find(({ marks }) =>
      marks.every((mark) => line.cells.some((cell) => isHeading(mark, cell))),
    );
    if (format) return withColumns(format, line, own);
  }
  if (head[0] && isOwn(head[0])) return undefined;
  const lists = head.map((line) => withColumns(list, line, own));
  const [best] = lists
    .filter(({ fields }) => fields.has('name') && fields.size > 1)
    .toSorted((one, other) => other.fields.size - one.fields.size);
  return best;
}

const isHeadingOfList = (cell: string): boolean =>
  Object.values(list.columns)
    .flat()
    .some((heading) => isHeading(heading, cell));

function withColumns(format: Format, { row, cells }: TableLine, own: Columns): Recognised {
  const said = cells.map((cell) => own.get(cell.trim().toLowerCase()));
  const priced = cells.map(moneyHeading);
  const currencies = new Map(
    priced.flatMap(({ currency }, at) => (currency ? [[at, currency]] : [])),
  );
  const fields = new Map<SourceField, number[]>();
  for (const field of SOURCE_FIELDS) {
    const wanted = [format.columns[field] ?? []].flat();
    const found = wanted.flatMap((heading) =>
      cells.flatMap((cell, at) =>
        said[at] === undefined &&
        (isHeading(heading, cell) ||
          (MONEY_FIELDS.has(field) && isHeading(heading, priced[at]?.text ?? '')))
          ? at
          : [],
      ),
    );
    const columns = [...said.flatMap((name, at) => (name === field ? at : [])), ...new Set(found)];
    // Naira need no rate.
    if (MONEY_FIELDS.has(field)) {
      columns.sort((one, other) => foreign(currencies, one) - foreign(currencies, other));
    }
    const isList = format.marks.length === 0;
    const counts = isList && !LIST_FIELDS.has(field) ? columns.slice(0, 1) : columns;
    if (counts.length > 0) fields.set(field, counts);
  }
  // A sale price alone is the price.
  const sale = fields.get('salePrice');
  if (sale && !fields.has('price')) {
    fields.set('price', sale);
    fields.delete('salePrice');
  }
  return { format, row, headings: cells, fields, currencies };
}

const foreign = (currencies: ReadonlyMap<number, string>, at: number): number =>
  (currencies.get(at) ?? 'NGN') === 'NGN' ? 0 : 1;

/** The most options of a product that are read. */
const OPTIONS = Array.from({ length: 8 }, (_, at) => String(at + 1));

/** Returns the headings of a format's options, in pairs of name and value. */
export const optionsOf = ({ options }: Format): string[][] =>
  options ? OPTIONS.map((number) => options.map((one) => one.replaceAll('#', number))) : [];

/** Returns the headings that a format reads beside those of its fields. */
const otherHeadings = (format: Format): Heading[] => [
  ...optionsOf(format).flat(),
  ...(format.sizes?.as === 'list' ? format.sizes.columns : []),
  ...(format.sku ? [format.sku] : []),
  ...(format.own ? [format.own.pattern] : []),
];

/** Returns all headings of a format. */
export const headingsOf = (format: Format): Heading[] => [
  ...Object.values(format.columns).flat(),
  ...otherHeadings(format),
];

/** Whether a field has any effect in files of a format. A merchant may give any field to her columns. */
function hasEffect(
  field: SourceField,
  { marks, sizes, addresses }: Format,
  fields: Recognised['fields'],
): boolean {
  if (field === 'parent') return sizes?.as === 'parent';
  if (field === 'number' || field === 'ean') {
    return addresses?.product.some((pattern) => pattern.includes(`{${field}}`)) ?? false;
  }
  // A list has one code for a product, which is the SKU before it is the id.
  return !(field === 'id' && marks.length === 0 && fields.has('sku'));
}

/** Returns the columns whose cells are not read, without empty headings. @param filled - the only columns to look at. */
export function unreadColumns(
  { format, headings, fields }: Recognised,
  filled?: ReadonlySet<number>,
): string[] {
  const read = new Set(
    [...fields].flatMap(([field, columns]) => (hasEffect(field, format, fields) ? columns : [])),
  );
  const others = otherHeadings(format);
  return headings.flatMap((heading, at) => {
    const known =
      read.has(at) ||
      filled?.has(at) === false ||
      saleMeaning(heading) !== undefined ||
      others.some((other) => isHeading(other, heading));
    return known || heading.trim() === '' ? [] : [heading.trim()];
  });
}
