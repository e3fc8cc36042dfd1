import { sql } from 'drizzle-orm';
import type { Fault } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { LIGHT_PAGE, pageBytes } from '#domain/products/page-weight.ts';
import type { Merged } from './merging.ts';
import { type Misreading, misreadings } from './misreadings.ts';
import type { ProductEdit } from './rows.ts';

type Warning = Omit<Fault, 'row'>;

const SOLD_OUT: Misreading = {
  column: 'stock',
  message: "is missing: a new product is 'OUT OF STOCK' until it has one",
};

/** Returns what is valid but probably not meant, in a row that adds or changes a product. */
export function warningsOf(
  { row, id, given }: Pick<ProductEdit, 'row' | 'id' | 'given'>,
  { isNew, after }: { isNew: boolean; after: Merged },
): Fault[] {
  const { stock, stock_add: units } = given;
  return [
    ...freeGoods(after),
    ...misreadings(given),
    ...(isNew && stock === undefined && units === undefined && !after.set_parts ? [SOLD_OUT] : []),
    ...(after.status === 'hidden' ? [] : heavyPage(id, after)),
  ].map((warning) => ({ row, ...warning }));
}

/** Warns of products that cost nothing. */
export function freeGoods(after: Merged): Warning[] {
  const { price_kobo: price, discount_type: type, discount_amount: amount } = after;
  const warning = (column: string, what: string) => [
    { column, message: `${what}: the product goes along with any order for nothing` },
  ];
  if (price === 0) return warning('price', 'is 0');
  const whole =
    type === 'percentage'
      ? amount === 100
      : type === 'fixed' && price !== undefined && (amount ?? 0) * 100 >= price;
  return whole ? warning('discount', 'takes off the whole price') : [];
}

/** Warns of a page that becomes heavy. A shorter text makes it lighter. */
function heavyPage(id: string, { description, tags, pictures }: Merged): Warning[] {
  const text = Buffer.byteLength(description);
  const bytes = pageBytes({ text, tags: tags.length, pictures: pictures.length });
  if (bytes <= LIGHT_PAGE) return [];
  const kilobytes = (value: number) => `${(value / 1000).toFixed(1)} kB`;
  const message = `The page /products/${id} becomes heavy: about ${kilobytes(bytes)} of HTML with styles, ${kilobytes(LIGHT_PAGE)} are light. It is published all the same. A shorter description, fewer tags or fewer pictures make it lighter.`;
  return [{ column: null, message }];
}

/** Warns of new products that take the former id of another. */
export async function formerIds(
  transaction: Transaction,
  added: readonly { row: number; id: string }[],
): Promise<Fault[]> {
  if (added.length === 0) return [];
  const rowOf = new Map(added.map(({ row, id }) => [id, row]));
  const { rows } = await transaction.execute<{ id: string; now: string }>(sql`
    select id, substr(to_path, length('/products/') + 1) as now
    from unnest(${sql.param([...rowOf.keys()])}::text[]) with ordinality as added(id, n)
      join redirects on from_path = '/products/' || id order by n`);
  return rows.map(({ id, now }) => {
    const message = `is the former id of '${now}', and is a new product now: write '${now}' if that is meant`;
    return { row: rowOf.get(id) ?? 0, column: 'id', message };
  });
}
