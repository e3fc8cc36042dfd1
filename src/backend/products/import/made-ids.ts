import { sql } from 'drizzle-orm';
import type { Faults } from '#backend/base/faults.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { LONGEST_ID } from '#domain/product-id.ts';
import { nameId, slug } from '#domain/slug.ts';
import { seen } from '#domain/text.ts';

/** What tells a product from others in a file without ids. A brand of undefined: the file does not say. */
export interface Named {
  name: string;
  brand?: string | undefined;
}

/** An id made of brand and name, as in shared URLs: 'tom-ford-oud-wood'. */
export interface MadeId {
  /** '' if they have neither letters nor digits. */
  id: string;
  /** The plain slug, which imports once used as the id. Products of those imports still have it. '' for none. */
  former: string;
}

/** Makes the id of a product from its brand and name. */
export function makeId(named: Named): MadeId {
  const former = slug(fullName(named));
  return { id: nameId(key(fullName(named))), former: former.length <= LONGEST_ID ? former : '' };
}

const fullName = ({ name, brand }: Named) =>
  brand && !name.startsWith(`${brand} `) ? `${brand} ${name}` : name;

/** A text without what nobody reads as a difference: ways to write a letter, capitals, spaces, marks that are not seen. */
const key = (text: string) =>
  seen(text.normalize('NFKC')).toLowerCase().replace(/\s+/g, ' ').trim();

/**
 * Whether a row names this product. A brand that one of them does not have tells nothing, if the names are the same with or
 * without it.
 */
export function isSame(row: Named, product: Named): boolean {
  const same = (one: string | undefined, other: string | undefined) =>
    key(one ?? '') === key(other ?? '');
  if (row.brand && product.brand && !same(row.brand, product.brand)) return false;
  if (row.brand === undefined && same(row.name, product.name)) return true;
  return same(fullName(row), fullName(product));
}

/** 'Oud' of Kano, for a sentence. */
export const inWords = ({ name, brand }: Named): string =>
  brand ? `'${name}' of ${brand}` : `'${name}'`;

/** The rest of a sentence about a row whose made id belongs to another product. */
export const meets = (id: string, row: Named, other: string): string =>
  `${inWords(row)} makes the id '${id}', which is that of ${other}: give it another name, or an id of its own`;

type Met = {
  row: number;
  id: string;
  named: Named;
  found: string;
  itsName: string;
  itsBrand: string;
};

/**
 * Compares each staged row that has no id of its own with the product that has the id made for it. If that product has another
 * name, the row becomes a fault and is removed. If a product of the row's name has the former id, the row takes that id.
 */
export async function matchMadeIds(transaction: Transaction, faults: Faults): Promise<void> {
  const { rows } = await transaction.execute<Met>(sql`
    with made as (select row, id, former, given->>'name' as name, given->>'brand' as brand from staged where former is not null),
      met as (
        select made.*, p.id as found, p.name as its_name, p.brand as its_brand from made join products p on p.id = made.id
        union all
        select made.*, p.id, p.name, p.brand from made join products p on p.id = made.former
        where made.former <> made.id and not exists (select from products own where own.id = made.id))
    select row, id, jsonb_strip_nulls(jsonb_build_object('name', name, 'brand', brand)) as named, found,
      its_name as "itsName", its_brand as "itsBrand"
    from met where found <> id or name <> its_name or brand is distinct from its_brand order by row`);
  for (const { row, id, named, found, itsName, itsBrand } of rows) {
    const product = { name: itsName, brand: itsBrand };
    const same = isSame(named, product);
    if (found === id && !same) {
      const message = meets(id, named, `the product ${inWords(product)}`);
      faults.add({ row, column: 'name', message });
      await transaction.execute(sql`delete from staged where id = ${id}`);
    } else if (found !== id && same) {
      await takeFormer(transaction, faults, { row, id, named, found });
    }
  }
}

/** Gives a row the id that its product already has. If another row of the file has that id, too, both rows are faults. */
async function takeFormer(
  transaction: Transaction,
  faults: Faults,
  { row, id, named, found }: Pick<Met, 'row' | 'id' | 'named' | 'found'>,
): Promise<void> {
  const { rows } = await transaction.execute<{ row: number }>(
    sql`select row from staged where id = ${found}`,
  );
  if (!rows[0]) {
    await transaction.execute(sql`update staged set id = ${found} where id = ${id}`);
    return;
  }
  faults.add({ row, column: 'name', message: meets(found, named, `row ${rows[0].row}`) });
  await transaction.execute(sql`delete from staged where id in (${id}, ${found})`);
}
