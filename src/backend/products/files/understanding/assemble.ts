import type { Turn } from '#backend/base/turns.ts';
import type { Format, SourceField } from '#backend/products/files/formats/format.ts';
import { readOptions } from './options.ts';
import type { SourceRow } from './records.ts';

/** A size of a product. `size` may be its millilitres, and `differs` tells it from the others: '50 ml', 'Tester'. */
interface SourceSize {
  row: SourceRow;
  size: string;
  differs: readonly string[];
  pictures: readonly SourcePicture[];
}

export interface SourcePicture {
  address: string;
  words: string;
}

export interface SourceProduct {
  /** Name, brand and texts of all sizes. The first row that has a text wins. */
  shared: SourceRow;
  /** The notes about values of its rows that are not read, or that have several meanings. */
  notes: readonly Note[];
  /** One for each size; the product itself if it has none. */
  sizes: readonly SourceSize[];
  /** The numbers of all its rows. */
  rows: readonly number[];
}

/** A row that becomes no product, and the reason: the rest of a sentence that begins with 'is'. */
export interface LeftOut {
  row: number;
  name: string;
  what: string;
}

/** A remark about a row for the merchant: the rest of a sentence that begins with the row. */
export interface Note {
  row: number;
  text: string;
}

export interface Assembled {
  products: readonly SourceProduct[];
  leftOut: readonly LeftOut[];
}

const TOTAL = /^\W*(?:grand |sub-?)?totals?\b/i;

/** Groups the rows of each product, in the order of the file. */
export async function assemble(
  rows: readonly SourceRow[],
  format: Format,
  turn: Turn,
): Promise<Assembled> {
  const leftOut: LeftOut[] = [];
  const drop = ({ row, texts }: SourceRow, what: string) =>
    leftOut.push({ row, name: texts.name ?? '', what });
  const families = new Map<string, SourceRow[]>();
  const parents = parentsOf(rows, format);
  const isList = format.marks.length === 0;
  let named: string | undefined;
  for (const row of rows) {
    await turn();
    // People write a name once, above its sizes.
    const isBelow = isList && !row.texts.name && hasSize(row);
    const key = isBelow && named ? named : familyOf(row, format, parents);
    if (row.texts.name) named = key;
    if (key === undefined) {
      drop(row, `a size of '${row.texts.parent}', which the file does not have`);
      continue;
    }
    const family = families.get(key);
    if (family) family.push(row);
    else families.set(key, [row]);
  }
  const products: SourceProduct[] = [];
  for (const family of families.values()) {
    await turn();
    const first =
      family.find(({ texts }) => !texts.parent && texts.name) ??
      family.find(({ texts }) => !texts.parent) ??
      family[0];
    if (!first) continue;
    // Programs write no totals, and may sell a perfume with such a name.
    const isTotal = isList && TOTAL.test(first.texts.name ?? '');
    const what = isTotal ? 'a line of totals' : first.sale.leftOut;
    const gone = family.filter((row) => what ?? row.sale.leftOut);
    for (const row of gone) drop(row, what ?? row.sale.leftOut ?? '');
    const left = family.filter((row) => row !== first && !gone.includes(row));
    if (what === undefined) products.push(productOf([first, ...left], format));
  }
  return { products, leftOut: leftOut.toSorted((one, other) => one.row - other.row) };
}

/** Returns the rows that others name as their product, by 'id:741' and by SKU. */
function parentsOf(rows: readonly SourceRow[], { sizes }: Format): Map<string, SourceRow> {
  if (sizes?.as !== 'parent') return new Map();
  const parents = rows.filter(({ texts }) => !texts.parent);
  return new Map([
    ...parents.flatMap((row): [string, SourceRow][] => (row.sku ? [[row.sku, row]] : [])),
    ...parents.map((row): [string, SourceRow] => [`id:${row.texts.id}`, row]),
  ]);
}

/** Returns the key that the rows of one product share; undefined for a size of no product. */
function familyOf(
  row: SourceRow,
  { sizes }: Format,
  parents: ReadonlyMap<string, SourceRow>,
): string | undefined {
  const alone = `row ${row.row}`;
  if (sizes?.as === 'same id') return row.texts.id ? `id ${row.texts.id}` : alone;
  if (sizes?.as !== 'parent' || !row.texts.parent) return alone;
  const parent = parents.get(row.texts.parent.replace(/^id:\s*/, 'id:'));
  return parent && `row ${parent.row}`;
}

/** The fields that a program may write in any row of a product, for all its sizes. */
const SHARED: readonly SourceField[] = [
  ...(['brand', 'concentration', 'description', 'summary', 'tags', 'categories'] as const),
  ...(['notesTop', 'notesHeart', 'notesBase'] as const),
];

/** @param family - its rows. The first one has its name. */
function productOf(family: readonly SourceRow[], { sizes: how, oneSize }: Format): SourceProduct {
  const [first, ...others] = family as [SourceRow, ...SourceRow[]];
  const sizes = how?.as === 'parent' && others.length > 0 ? others : family.filter(isSize);
  const rows = sizes.length > 0 ? sizes : [first];
  const pictures = picturesOf(family, rows);
  const options = readOptions(family, rows, oneSize);
  const texts = { ...first.texts };
  // For a parent, its variations have more about themselves. For other products, a later row may have what the first lacks.
  for (const field of how?.as === 'parent' ? [] : SHARED) {
    const found = family.find((row) => row.texts[field])?.texts[field];
    if (found !== undefined) texts[field] = found;
  }
  for (const { field, value } of options.shared) if (field) texts[field] ||= value;
  // With the same id in each row, one of the rows says whether the product is on sale.
  const said = how?.as === 'same id' ? family : [first];
  const { sale } = said.find((row) => row.sale.status !== 'shown') ?? first;
  return {
    shared: { ...first, texts, sale },
    notes: [
      ...options.shared.flatMap(({ name, value, field }) =>
        field ? [] : note(first.row, `has ${name || 'an option'} '${value}', which is not read`),
      ),
      ...others.flatMap((row) => notesOf(row, { row: first.row, texts }, how)),
    ],
    sizes: rows.map((row, at) => {
      const size = row.texts.size === oneSize ? '' : row.texts.size;
      return {
        row,
        ...(size ? { size, differs: [size] } : (options.sizes[at] ?? { size: '', differs: [] })),
        pictures: pictures[at] ?? [],
      };
    }),
    rows: family.map(({ row }) => row),
  };
}

/** Returns notes about values of a later row that do not count or are missing. */
function notesOf(
  { row, texts }: SourceRow,
  first: Pick<SourceRow, 'row' | 'texts'>,
  how: Format['sizes'],
): Note[] {
  const others = SHARED.filter((field) => texts[field] && texts[field] !== first.texts[field]);
  const words = others.map((field) => field.replace(/^notes(.+)/, '$1 notes').toLowerCase());
  return [
    ...(how ? [] : [note(row, `has no name: it is read as a size of '${first.texts.name}'`)]),
    ...words.map((word) => note(row, `has another ${word} than row ${first.row}, which counts`)),
  ];
}

const note = (row: number, text: string): Note => ({ row, text });

/** Returns the pictures of each size: its own first, then the product's pictures that are not another size's own. */
function picturesOf(family: readonly SourceRow[], sizes: readonly SourceRow[]): SourcePicture[][] {
  const all = new Map<string, string>();
  const isSize = new Set(sizes.length > 1 || sizes[0] !== family[0] ? sizes : []);
  const isParented = !isSize.has(family[0] as SourceRow) && isSize.size > 0;
  const own = sizes.map((row) => [
    ...addressesOf([row.texts.sizePicture ?? '']),
    ...(isParented ? addressesOf(row.pictures) : []),
  ]);
  for (const { pictures, texts } of family) {
    for (const [at, address] of addressesOf(pictures).entries()) {
      if (!all.has(address)) all.set(address, at === 0 ? (texts.pictureWords ?? '') : '');
    }
  }
  for (const address of own.flat()) if (!all.has(address)) all.set(address, '');
  const picture = (address: string) => ({ address, words: all.get(address) ?? '' });
  return own.map((mine, at) => {
    const others = new Set(own.flatMap((one, other) => (other === at ? [] : one)));
    const shared = [...all.keys()].filter(
      (address) => !mine.includes(address) && !others.has(address),
    );
    const chosen = [...new Set(mine), ...shared];
    return (chosen.length > 0 ? chosen : [...all.keys()]).map(picture);
  });
}

/** Whether a row is a size. A row without price, size and stock only adds a picture. */
const isSize = (row: SourceRow) => Boolean(row.texts.price || row.texts.stock) || hasSize(row);

const hasSize = ({ texts, options }: SourceRow) =>
  Boolean(texts.size) || options.some(({ value }) => value !== '');

/** Returns the addresses in cells. Commas, semicolons, bars or line breaks separate several. */
const addressesOf = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) =>
    cell
      .split(/\s*[,;|\n]\s*(?=https?:)|\s*[|\n]\s*/)
      .map((address) => address.trim())
      .filter(Boolean),
  );
