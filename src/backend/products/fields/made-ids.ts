import { type SQL, sql } from 'drizzle-orm';
import type { Fault, Faults } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { LONGEST_ID } from '#domain/products/product-id.ts';
import { nameId, slug } from '#domain/products/slug.ts';
import { seen } from '#domain/text.ts';

/** The name and brand that tell products apart in a file without ids. `brand` is undefined if the file does not say. */
export interface Named {
  name: string;
  brand?: string | undefined;
}

/** An id made of brand and name, as in shared URLs: 'tom-ford-oud-wood'. */
export interface MadeId {
  /** '' if brand and name have neither letters nor digits. */
  id: string;
  /** The plain slug, which earlier imports used as the id. Products from those imports still have it. '' for none. */
  former: string;
}

/** Makes the id of a product from its brand and name. */
export function makeId(named: Named): MadeId {
  const former = slug(fullName(named));
  return { id: nameId(key(fullName(named))), former: former.length <= LONGEST_ID ? former : '' };
}

const fullName = ({ name, brand }: Named) =>
  brand && !name.startsWith(`${brand} `) ? `${brand} ${name}` : name;

/** Returns a text without differences that nobody sees: letter encoding, capitals, spaces, invisible marks. */
const key = (text: string) =>
  seen(text.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a row names this product. If either has no brand, their names must be equal with or without it. */
export function isSame(row: Named, product: Named): boolean {
  const same = (one: string | undefined, other: string | undefined) =>
    key(one ?? '') === key(other ?? '');
  if (row.brand && product.brand && !same(row.brand, product.brand)) return false;
  if (row.brand === undefined && same(row.name, product.name)) return true;
  return same(fullName(row), fullName(product));
}

/** Writes 'Oud' of Kano, for a sentence. */
export const inWords = ({ name, brand }: Named): string =>
  brand ? `'${name}' of ${brand}` : `'${name}'`;

/** Returns the rest of a sentence about a row whose made id belongs to another product. */
export const meets = (id: string, row: Named, other: string): string =>
  `${inWords(row)} makes the id '${id}', which is that of ${other}: give it another name, or an id of its own`;

type Met = {
  row: number;
  id: string;
  named: Named;
  found: string;
  its: Named;
};
/** `fault` is null if `found` is the id of the row. */
type Judged = Omit<Met, 'its'> & { fault: Fault | null };

/**
 * Compares rows without an id with the product that has the id made for them. If that product has another name, the row is
 * a fault. If a product with the row's name has the former id, the row gets that id.
 * @param staged - a table, or `stagedRows`.
 */
export async function judgeMadeIds(transaction: Transaction, staged: SQL): Promise<Judged[]> {
  const { rows } = await transaction.execute<Met>(sql`
    with made as (select row, id, former, given->>'name' as name, given->>'brand' as brand from ${staged} where former is not null),
      met as (
        select made.*, p.id as found, p.name as its_name, p.brand as its_brand from made join products p on p.id = made.id
        union all
        select made.*, p.id, p.name, p.brand from made join products p on p.id = made.former
        where made.former <> made.id and not exists (select from products own where own.id = made.id))
    select row, id, jsonb_strip_nulls(jsonb_build_object('name', name, 'brand', brand)) as named, found,
      jsonb_build_object('name', its_name, 'brand', its_brand) as its
    from met where found <> id or name <> its_name or brand is distinct from its_brand order by row`);
  return rows.flatMap(({ its, ...met }): Judged[] => {
    const { row, id, named, found } = met;
    if (isSame(named, its)) return found === id ? [] : [{ ...met, fault: null }];
    const message = meets(id, named, `the product ${inWords(its)}`);
    return found === id ? [{ ...met, fault: { row, column: 'name', message } }] : [];
  });
}

/** Gives staged rows the ids that their products already have. Removes the faulty ones. */
export async function matchMadeIds(transaction: Transaction, faults: Faults): Promise<void> {
  const judged = await judgeMadeIds(transaction, sql`staged`);
  const wrong = judged.flatMap(({ fault }) => fault ?? []);
  faults.add(...wrong);
  await transaction.execute(sql`
    delete from staged where row = any(${sql.param(wrong.map(({ row }) => row))}::int[])`);
  const taken = judged.filter(({ fault }) => !fault);
  await takeIds(transaction, faults, taken, ({ found, row, named }, other) => ({
    row,
    column: 'name',
    message: meets(found, named, `row ${other}`),
  }));
}

/**
 * Gives staged rows the ids of their products, all at once, because rows may swap ids. If another row has such an id, too,
 * both are faults.
 * @param faultOf - returns the fault of a row in that case.
 */
export async function takeIds<Row extends { row: number; found: string }>(
  transaction: Transaction,
  faults: Faults,
  taken: readonly Row[],
  faultOf: (row: Row, other: number) => Fault,
): Promise<void> {
  if (taken.length === 0) return;
  const rows = sql.param(taken.map(({ row }) => row));
  const ids = sql.param(taken.map(({ found }) => found));
  await transaction.execute(sql`
    update staged set id = '#' || row, former = null where row = any(${rows}::int[])`);
  const { rows: doubled } = await transaction.execute<{ row: number; id: string }>(sql`
    delete from staged where id = any(${ids}::text[]) returning row, id`);
  const others = new Map(doubled.map(({ row, id }) => [id, row]));
  for (const one of taken) {
    const other = others.get(one.found);
    others.set(one.found, other ?? one.row);
    if (other === undefined) continue;
    const message = `is also that of row ${one.row}: give one of them its own`;
    faults.add(faultOf(one, other), { row: other, column: 'id', message });
    await transaction.execute(
      sql`delete from staged where row in (${one.row}::int, ${other}::int)`,
    );
  }
  await transaction.execute(sql`
    update staged set id = t.id from unnest(${rows}::int[], ${ids}::text[]) as t(row, id) where staged.row = t.row`);
}
