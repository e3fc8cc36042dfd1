import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { productFields } from '#domain/products/product-fields.ts';
import { type OwnedFields, PRODUCT_COLUMNS } from './columns.ts';
import { changedFields, type Merged } from './merging.ts';

/** A product to add or to change, in its new state. */
export interface Change {
  row: number;
  id: string;
  /** Whether the shop has the product. */
  known: boolean;
  after: Merged;
  /** The fields that differ; none for a new one. */
  changed: (keyof OwnedFields)[];
}

export const changeOf = ({
  before,
  ...change
}: Pick<Change, 'row' | 'id' | 'after'> & { before: OwnedFields | null }): Change => ({
  ...change,
  known: before !== null,
  changed: before ? changedFields(before, change.after) : [],
});

/** Returns changes as a table of a query. */
export const changeRows = (changes: readonly Change[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
    as changes(row int, id text, known boolean, after jsonb, changed text[])`;

/** The columns that decide what the search finds. If one changes, the product's search words change. */
const SEARCHED: readonly string[] = [
  ...['name', 'brand', 'tags', 'categories', 'notes', 'status'],
  ...productFields.filter(({ searched }) => searched).map(({ column }) => column),
];
const PICTURES = ['pictures', 'picture_alts'];

const list = (names: readonly string[]) => sql.raw(names.join(', '));
const isChanged = (names: readonly string[]) =>
  sql`known and changed && ${sql.param(names)}::text[]`;
/** A row of `products` with the fields of a change. */
export const NEW_ROW = sql`jsonb_populate_record(null::products, changes.after) as new`;

/** Removes the SKUs of products that get another one, so that one change can pass an SKU on. */
export const releaseSkus = (transaction: Transaction, changes: SQL) =>
  transaction.execute(sql`
    update products set sku = null from ${changes} where products.id = changes.id and ${isChanged(['sku'])}`);

/** Adds the products of `changes` that the shop does not have. @param changes - a table, or `changeRows`. */
export async function writeNew(transaction: Transaction, changes: SQL): Promise<void> {
  // One statement, so that the stock does not begin with 0 in the ledger.
  await transaction.execute(sql`
    with added as (
      insert into products (id, ${list(PRODUCT_COLUMNS)}, source)
      select changes.id, ${list(PRODUCT_COLUMNS.map((name) => `new.${name}`))}, 'merchant'
      from ${changes}, ${NEW_ROW} where not known order by changes.row
    )
    insert into stock (product_id, on_hand)
    select id, (after->>'stock')::int from ${changes} where not known`);
  await writePictures(transaction, changes, sql`not known`);
}

/** Writes the changed fields of the known products of `changes`. @param fields - those that differ in any of the products. */
export async function writeChanged(
  transaction: Transaction,
  changes: SQL,
  fields: ReadonlySet<string>,
): Promise<void> {
  const columns = PRODUCT_COLUMNS.filter((name) => fields.has(name));
  const sets = columns.map((name) => sql.raw(`${name} = new.${name}`));
  if (changesPictures(fields)) {
    // New pictures change the product's page, too.
    sets.push(
      sql`updated_at = case when ${isChanged(PICTURES)} then now() else products.updated_at end`,
    );
  }
  if (sets.length > 0) {
    await transaction.execute(sql`
      update products set ${sql.join(sets, sql`, `)} from ${changes}, ${NEW_ROW}
      where products.id = changes.id and ${isChanged([...columns, ...PICTURES])}`);
  }
  if (fields.has('stock')) {
    await transaction.execute(sql`
      update stock set on_hand = (after->>'stock')::int
      from ${changes} where stock.product_id = changes.id and ${isChanged(['stock'])}`);
  }
  if (changesPictures(fields)) {
    await transaction.execute(sql`
      delete from product_pictures
      where product_id in (select id from ${changes} where ${isChanged(PICTURES)})`);
    await writePictures(transaction, changes, isChanged(PICTURES));
  }
}

const changesPictures = (fields: ReadonlySet<string>) => PICTURES.some((name) => fields.has(name));

/** Inserts the pictures of products that have none yet. */
async function writePictures(transaction: Transaction, changes: SQL, which: SQL): Promise<void> {
  await transaction.execute(sql`
    insert into product_pictures (product_id, position, media_hash, alt)
    select id, position - 1, hash, nullif(after->'picture_alts'->>(position - 1)::int, '')
    from ${changes}, jsonb_array_elements_text(after->'pictures') with ordinality as picture(hash, position)
    where ${which}`);
}

/** Rewrites the search words of the changed products together, which is much faster than one product at a time. */
export async function writeChangedMany(
  transaction: Transaction,
  changes: SQL,
  fields: ReadonlySet<string>,
): Promise<void> {
  await transaction.execute(sql`select set_config('turare.words', 'later', true)`);
  await writeChanged(transaction, changes, fields);
  await transaction.execute(sql`select set_config('turare.words', '', true)`);
  if (!SEARCHED.some((name) => fields.has(name))) return;
  await transaction.execute(sql`
    select refill_words(array(select id from ${changes} where ${isChanged(SEARCHED)}))`);
}
