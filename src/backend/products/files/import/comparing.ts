import { isDeepStrictEqual } from 'node:util';
import { type SQL, sql } from 'drizzle-orm';
import type { Faults } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { type Change, changeOf, changeRows } from '#backend/products/fields/changes.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import { ownedOf } from '#backend/products/fields/fields.ts';
import { type Merged, mergeProduct, productFault } from '#backend/products/fields/merging.ts';
import { partFaults } from '#backend/products/fields/part-faults.ts';
import type { ProductEdit } from '#backend/products/fields/rows.ts';
import { skuFaults } from '#backend/products/fields/skus.ts';
import { formerIds, freeGoods, warningsOf } from '#backend/products/fields/warnings.ts';
import { BATCH, hashesOf, type TakenPictures } from './staging.ts';

/** Matches products `p` of the merchant and of the demo that are not in the file. */
export const MISSING = sql`(p.source in ('merchant', 'demo') and not exists (select from staged s where s.id = p.id))`;

type Staged = Pick<ProductEdit, 'row' | 'id' | 'given'> & { pictures: string[] | null };
type Compared = Staged & { before: OwnedFields | null; after: Merged };

/** Returns at most `BATCH` staged rows, each with its product before and after. */
async function comparedPage(
  transaction: Transaction,
  taken: TakenPictures,
  which: SQL,
): Promise<Compared[]> {
  const { rows } = await transaction.execute<Staged>(sql`
    select row, id, given, pictures from staged where ${which} order by row limit ${BATCH}::int`);
  const ids = rows.map(({ id }) => id);
  const shop = await ownedOf(transaction, ids);
  return rows.map((staged) => {
    const before = shop.get(staged.id) ?? null;
    const after = mergeProduct(before, staged.given, hashesOf(staged.pictures, taken));
    return { ...staged, before, after };
  });
}

/** Locks products with their stock, by id. Everyone who changes stock uses this order, so there is no deadlock. */
export async function lockProducts(transaction: Transaction, which: SQL): Promise<void> {
  await transaction.execute(sql`
    select count(*) from (
      select from products p join stock s on s.product_id = p.id where ${which}
      order by p.id for no key update of p, s) as locked`);
}

/** The number of products that the rows of a file change, and the fields that they change. */
export interface Comparison {
  added: number;
  changed: number;
  unchanged: number;
  /** The fields that differ in any known product. */
  fields: ReadonlySet<string>;
}

/**
 * Compares the staged rows with the shop, and locks the products to change. Then compares those again, to include sales
 * made before the lock, and writes the changes into the table `changes`. A row that would make its product invalid becomes
 * a fault.
 */
export async function compareStaged(
  transaction: Transaction,
  options: { taken: TakenPictures; deleteMissing: boolean; faults: Faults; warnings: Faults },
): Promise<Comparison> {
  const { taken, deleteMissing, faults, warnings } = options;
  const found = { added: 0, changed: 0, unchanged: 0, fields: new Set<string>() };
  const differing: string[] = [];
  const differs = ({ row, before, after }: Compared): boolean => {
    if (!isDeepStrictEqual(before, after)) return true;
    found.unchanged++;
    warnings.add(...freeGoods(after).map((each) => ({ row, ...each })));
    return false;
  };
  await transaction.execute(sql`truncate changes`);
  for (let after = -1; ; ) {
    const page = await comparedPage(transaction, taken, sql`row > ${after}::int`);
    differing.push(...page.filter(differs).map(({ id }) => id));
    const last = page.at(-1);
    if (!last) break;
    after = last.row;
  }
  const isDiffering = sql`p.id = any(${sql.param(differing)}::text[])`;
  await lockProducts(
    transaction,
    deleteMissing ? sql`(${isDiffering} or ${MISSING})` : isDiffering,
  );
  for (let at = 0; at < differing.length; at += BATCH) {
    const ids = sql.param(differing.slice(at, at + BATCH));
    const page = await comparedPage(transaction, taken, sql`id = any(${ids}::text[])`);
    const changes: Change[] = [];
    for (const one of page.filter(differs)) {
      const { row, id, before, after } = one;
      const fault = productFault(id, after);
      if (fault) {
        faults.add({ row, ...fault });
        continue;
      }
      found[before ? 'changed' : 'added']++;
      const change = changeOf({ row, id, before, after });
      for (const field of change.changed) found.fields.add(field);
      changes.push(change);
      warnings.add(...warningsOf(one, { isNew: !before, after }));
    }
    const added = changes.filter(({ known }) => !known);
    warnings.add(...(await formerIds(transaction, added)));
    if (changes.length > 0) {
      await transaction.execute(sql`
        insert into changes select row, id, known, after, changed from ${changeRows(changes)}`);
    }
  }
  const wrong = [
    ...(await partFaults(transaction, sql`changes`)),
    ...(await skuFaults(transaction, sql`changes`)),
  ];
  faults.add(...wrong);
  const { rows: dropped } = await transaction.execute<{ known: boolean }>(sql`
    delete from changes where row = any(${sql.param(wrong.map(({ row }) => row))}::int[]) returning known`);
  for (const { known } of dropped) found[known ? 'changed' : 'added']--;
  await transaction.execute(sql`analyze changes`);
  return found;
}
