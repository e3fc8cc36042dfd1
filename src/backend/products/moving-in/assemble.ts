import type { Format } from './formats/format.ts';
import type { SourceRow } from './records.ts';

/** A size of a product. */
interface SourceSize {
  row: SourceRow;
  label: string;
  pictures: readonly SourcePicture[];
}

export interface SourcePicture {
  address: string;
  words: string;
}

/** A product of an export, with its sizes. */
export interface SourceProduct {
  /** Name, brand and texts of all sizes. */
  shared: SourceRow;
  /** One for each size; the product itself if it has none. */
  sizes: readonly SourceSize[];
  /** The numbers of all its rows. */
  rows: readonly number[];
}

/** A row that becomes no product, and why: the rest of a sentence that begins with 'is'. */
export interface LeftOut {
  row: number;
  name: string;
  what: string;
}

export interface Assembled {
  products: readonly SourceProduct[];
  leftOut: readonly LeftOut[];
}

const TOTAL = /^\W*(?:grand |sub-?)?totals?\b/i;

/** Brings the rows of each product together, in the order of the file. */
export function assemble(rows: readonly SourceRow[], format: Format): Assembled {
  const leftOut: LeftOut[] = [];
  const drop = ({ row, texts }: SourceRow, what: string) =>
    leftOut.push({ row, name: texts.name ?? '', what });
  const families = new Map<string, SourceRow[]>();
  const parents = parentsOf(rows, format);
  for (const row of rows) {
    const key = familyOf(row, format, parents);
    if (key === undefined) {
      drop(row, `a size of '${row.texts.parent}', which the file does not have`);
      continue;
    }
    const family = families.get(key);
    if (family) family.push(row);
    else families.set(key, [row]);
  }
  const products = [...families.values()].flatMap((family): SourceProduct[] => {
    const first = family.find(({ texts }) => !texts.parent) ?? family[0];
    if (!first) return [];
    // Programs write no totals, and may sell a perfume of such a name.
    const isTotal = format.marks.length === 0 && TOTAL.test(first.texts.name ?? '');
    const what = isTotal ? 'a line of totals' : first.leftOut;
    if (what !== undefined) {
      for (const row of family) drop(row, what);
      return [];
    }
    return [productOf(family, first, format)];
  });
  return { products, leftOut: leftOut.toSorted((one, other) => one.row - other.row) };
}

/** The rows that others name as their product, by 'id:741' and by SKU. */
function parentsOf(rows: readonly SourceRow[], { sizes }: Format): Map<string, SourceRow> {
  if (sizes?.as !== 'parent') return new Map();
  const parents = rows.filter(({ texts }) => !texts.parent);
  return new Map([
    ...parents.flatMap((row): [string, SourceRow][] => (row.sku ? [[row.sku, row]] : [])),
    ...parents.map((row): [string, SourceRow] => [`id:${row.texts.id}`, row]),
  ]);
}

/** What the rows of one product have in common; undefined for a size of no product. */
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

function productOf(family: readonly SourceRow[], first: SourceRow, format: Format): SourceProduct {
  const others = family.filter((row) => row !== first);
  const sizes = format.sizes?.as === 'parent' && others.length > 0 ? others : family.filter(isSize);
  const rows = sizes.length > 0 ? sizes : [first];
  const pictures = picturesOf([first, ...others], rows);
  return {
    shared: first,
    sizes: rows.map((row, at) => ({
      row,
      label: labelOf(row, format),
      pictures: pictures[at] ?? [],
    })),
    rows: family.map(({ row }) => row),
  };
}

/** The pictures of each size: first its own, then those of the product that no other size has as its own. */
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

/** A row with neither price nor size only adds a picture. */
const isSize = ({ texts, options }: SourceRow) =>
  Boolean(texts.price) || Boolean(texts.size) || options.length > 0;

/** What tells a size from the others: '50 ml'; '' if there is only one. */
function labelOf({ texts, options }: SourceRow, { oneSize }: Format): string {
  const values = options.map(({ value }) => value);
  const named = options.find(({ name }) => /size|volume|ml|weight/i.test(name))?.value;
  const label = texts.size || named || values.join(', ');
  return label === oneSize ? '' : label;
}

/** The addresses in cells: one, or several with commas, semicolons, bars or lines between them. */
const addressesOf = (cells: readonly string[]): string[] =>
  cells.flatMap((cell) =>
    cell
      .split(/\s*[,;|\n]\s*(?=https?:)|\s*[|\n]\s*/)
      .map((address) => address.trim())
      .filter(Boolean),
  );
