import { type SQL, sql } from 'drizzle-orm';
import type { Fault, Faults } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import type { Asked, Choice } from '#backend/products/files/import/choices.ts';
import { inWords, isSame, type Named, takeIds } from './made-ids.ts';

/** Returns an SKU in the form in which SKUs are compared, without regard to capitals. */
export const skuKey = (sku: string | null | undefined): string => sku?.toLowerCase() ?? '';

type Met = { row: number; id: string; sku: string; made: boolean; found: string } & {
  named: Named;
  its: Named;
};

/**
 * Gives staged rows the id of the product that has their SKU. If the row's id or name differs, the merchant is asked.
 * @returns the rows to ask about. They are no longer staged.
 */
export async function matchSkus(
  transaction: Transaction,
  faults: Faults,
  answer: Choice<'codes'> | undefined,
): Promise<Asked[]> {
  // If another row changes a product's SKU, the old SKU does not match that product.
  const { rows } = await transaction.execute<Met>(sql`
    select s.row, s.id, s.given->>'sku' as sku, s.former is not null as made, p.id as found,
      jsonb_strip_nulls(jsonb_build_object('name', coalesce(s.given->>'name', p.name), 'brand', s.given->>'brand')) as named,
      jsonb_build_object('name', p.name, 'brand', p.brand) as its
    from staged s join products p on lower(p.sku) = lower(s.given->>'sku')
    where p.id <> s.id and not exists (select from staged o where o.id = p.id and o.given ? 'sku') order by s.row`);
  const asked: Asked[] = [];
  const taken: Met[] = [];
  const others: number[] = [];
  for (const met of rows) {
    if (answer === 'same' || (met.made && isSame(met.named, met.its))) taken.push(met);
    else if (answer === 'other') others.push(met.row);
    else asked.push(clash(met));
  }
  await transaction.execute(sql`
    update staged set given = given - 'sku' where row = any(${sql.param(others)}::int[])`);
  await transaction.execute(sql`
    delete from staged where row = any(${sql.param(asked.map(({ row }) => row))}::int[])`);
  await takeIds(transaction, faults, taken, (met, other) => ({
    ...clash(met),
    message: `is that of row ${other}, '${met.found}': remove one of these rows`,
  }));
  return asked;
}

function clash({ row, id, sku, made, found, named, its }: Met): Asked {
  const says = made ? `the name ${inWords(named)}` : `the id '${id}'`;
  const message = `'${sku}' is the SKU of the product '${found}', ${inWords(its)}, and the row has ${says}: correct one of them, or say which product it is`;
  return { row, column: 'sku', message, about: its.name };
}

/** A change whose SKU belongs to another product, with the id `by`. */
type Clash = { row: number; id: string; sku: string; by: string };

/**
 * Finds the SKUs that two products would have after the changes.
 * @param changes - a table, or `changeRows`.
 */
export async function skuClashes(transaction: Transaction, changes: SQL): Promise<Clash[]> {
  const { rows } = await transaction.execute<Clash>(sql`
    with change as (select row, id, after->>'sku' as sku from ${changes})
    select c.row, c.id, c.sku, o.id as by from change c join change o on lower(o.sku) = lower(c.sku) and o.id <> c.id
    union
    select c.row, c.id, c.sku, p.id from change c join products p on lower(p.sku) = lower(c.sku)
    where p.id <> c.id and not exists (select from change o where o.id = p.id) order by 1`);
  return rows;
}

/** Returns what is wrong with the SKUs of changed products. */
export const skuFaults = async (transaction: Transaction, changes: SQL): Promise<Fault[]> =>
  (await skuClashes(transaction, changes)).map(({ row, sku, by }) => ({
    row,
    column: 'sku',
    message: `is '${sku}', which is the SKU of '${by}' already: give each product its own`,
  }));

/** Removes the SKUs of these products, which are about to be deleted. */
export const clearSkus = (transaction: Transaction, ids: readonly string[]) =>
  transaction.execute(sql`
    update products set sku = null where id = any(${sql.param(ids)}::text[]) and sku is not null`);
