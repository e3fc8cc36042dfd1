import { isDeepStrictEqual } from 'node:util';
import { joinList } from '#backend/merchant-files/cells.ts';
import { csvLine } from '#backend/merchant-files/writing.ts';
import { cellOf } from '#backend/products/fields/cells-of.ts';
import {
  COLUMN_NAMES,
  type ColumnName,
  type OwnedProduct,
} from '#backend/products/fields/columns.ts';
import type { Snapshot } from '#backend/products/fields/fields.ts';
import { DISCOUNT, KEPT_COLUMNS, MARK } from '#backend/products/files/understanding/own-columns.ts';
import { eachFamily } from './families.ts';
import type { OutContext, OutFormat, OutRow } from './formats/format.ts';
import { ownHeading } from './own-headings.ts';
import { readBack } from './reading-back.ts';

/** The extra columns that a file needs beside the program's own, each with the number of products that fill it. */
export type Survey = ReadonlyMap<ColumnName, number>;

interface Written {
  sizes: readonly OwnedProduct[];
  rows: readonly OutRow[];
  /** The values of each size that the program's columns cannot hold. */
  kept: readonly Kept[];
}
type Kept = Readonly<Partial<Record<ColumnName, string>>>;

/** The columns in which sizes of one product may differ. Each other column has one value for all sizes. */
const OF_A_SIZE: ReadonlySet<ColumnName> = new Set([
  ...(['id', 'size_ml', 'price', 'stock', 'stock_was', 'pictures', 'picture_alts'] as const),
  ...DISCOUNT,
]);
const SHARED = COLUMN_NAMES.filter((name) => !OF_A_SIZE.has(name));
/** Shopify takes no more. */
const MOST_SIZES = 100;

/** Reads everything once, to find the extra columns that the file needs. */
export async function survey(
  snapshot: Snapshot,
  format: OutFormat,
  context: OutContext,
): Promise<Survey> {
  const counts = new Map<ColumnName, number>();
  for await (const families of eachFamily(snapshot)) {
    for (const { kept } of await written(families, format, context)) {
      for (const name of kept.flatMap((cells) => Object.keys(cells) as ColumnName[])) {
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
  }
  return new Map(
    KEPT_COLUMNS.flatMap((name) => {
      const count = counts.get(name);
      return count === undefined ? [] : [[name, count]];
    }),
  );
}

/** Yields the file piece by piece, from the snapshot that was surveyed. */
export async function* writeProgramFile(
  snapshot: Snapshot,
  format: OutFormat,
  context: OutContext & { survey: Survey },
): AsyncGenerator<string> {
  const columns = [...context.survey.keys()];
  const headings = [
    ...format.headings,
    ...[MARK.field, ...columns].map((name) => ownHeading(format, name)),
  ];
  yield csvLine(headings);
  for await (const families of eachFamily(snapshot)) {
    const all = await written(families, format, context);
    const lines = all.flatMap((product) =>
      withKept(product, format).map((cells) =>
        csvLine(headings.map((heading) => cells[heading] ?? '')),
      ),
    );
    yield lines.join('');
  }
}

/** Returns products in a program's form. Sizes stay together if all their values fit there; otherwise each is a product. */
async function written(
  families: readonly (readonly OwnedProduct[])[],
  format: OutFormat,
  context: OutContext,
): Promise<Written[]> {
  const drafts = families
    .flatMap((sizes) => (isOneProduct(sizes) ? [sizes] : sizes.map((size) => [size])))
    .map((sizes) => ({ sizes, rows: marked(format.rows(sizes, context), format) }));
  const back = await readBack(
    format,
    drafts.flatMap(({ rows }) => rows),
    context,
  );
  const all = drafts.map((draft) => ({
    ...draft,
    kept: draft.sizes.map((size) => keptOf(size, back.get(size.id))),
  }));
  const isApart = ({ sizes, kept }: Written) =>
    sizes.length > 1 &&
    (sizes.some((size) => !hasPlace(size, back.get(size.id))) ||
      (format.keeps === 'product' &&
        kept.some((cells) => !isDeepStrictEqual(ofAll(cells), ofAll(kept[0] ?? {})))));
  const apart = all.filter(isApart).flatMap(({ sizes }) => sizes.map((size) => [size]));
  if (apart.length === 0) return all;
  const singles = await written(apart, format, context);
  return [...all.filter((product) => !isApart(product)), ...singles];
}

/** Whether products are sizes of one product: their sizes differ, and all shared values are equal. */
function isOneProduct(products: readonly OwnedProduct[]): boolean {
  const [first] = products;
  if (!first || products.length < 2 || products.length > MOST_SIZES) return false;
  const sizes = new Set(products.map(({ size_ml: ml }) => ml));
  return (
    sizes.size === products.length &&
    !sizes.has(null) &&
    SHARED.every((name) => products.every((one) => cellOf(one, name) === cellOf(first, name)))
  );
}

const marked = (rows: readonly OutRow[], format: OutFormat): OutRow[] =>
  rows.map((row, at) =>
    at > 0
      ? row
      : { ...row, cells: { ...row.cells, [ownHeading(format, MARK.field)]: MARK.value } },
  );

/** Whether a size comes back with only its own pictures, and with empty cells where it has no value. */
const hasPlace = (size: OwnedProduct, back: OwnedProduct | undefined): boolean =>
  back !== undefined &&
  isDeepStrictEqual(back.pictures, size.pictures) &&
  KEPT_COLUMNS.every((name) => cellOf(size, name) !== '' || cellOf(back, name) === '');

/** Returns the values of a product that would not come back equal. The parts of a discount stay together. */
function keptOf(product: OwnedProduct, back: OwnedProduct | undefined): Kept {
  const differs = (name: ColumnName) => !back || cellOf(back, name) !== cellOf(product, name);
  const discount: readonly ColumnName[] = DISCOUNT.some(differs) ? DISCOUNT : [];
  return Object.fromEntries(
    KEPT_COLUMNS.filter((name) => discount.includes(name) || differs(name))
      .map((name) => [name, cellOf(product, name)])
      .filter(([, cell]) => cell !== ''),
  );
}

/** Returns the values that all sizes share. Discounts have lists (understanding/own-columns.ts). */
const ofAll = (kept: Kept): Kept =>
  Object.fromEntries(Object.entries(kept).filter(([name]) => !DISCOUNT.includes(name as never)));

/** Returns the cells of a product's rows, with the extra columns where the program keeps them. */
function withKept({ rows, sizes, kept }: Written, format: OutFormat): Record<string, string>[] {
  const ofProduct = format.keeps === 'product' ? { ...kept[0], ...discountsOf(kept) } : {};
  return rows.map(({ cells, of }, at) => {
    const ofSize = kept[sizes.findIndex(({ id }) => id === of)];
    const own = (format.keeps === 'size' ? ofSize : at === 0 ? ofProduct : undefined) ?? {};
    return {
      ...cells,
      ...Object.fromEntries(
        Object.entries(own).map(([name, cell]) => [ownHeading(format, name as ColumnName), cell]),
      ),
    };
  });
}

/** Returns discounts as lists with an entry for each size, where they differ. */
const discountsOf = (kept: readonly Kept[]): Kept =>
  Object.fromEntries(
    DISCOUNT.flatMap((name): [string, string][] => {
      const cells = kept.map((cell) => cell[name] ?? '');
      if (cells.every((cell) => cell === '')) return [];
      return [[name, new Set(cells).size === 1 ? (cells[0] ?? '') : joinList(cells)]];
    }),
  );
