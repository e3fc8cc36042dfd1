import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OwnedFields, type OwnedProduct, PRODUCT_COLUMNS } from './columns.ts';

/** The number of products in memory at once. */
const PAGE = 500;

/** Writes times as JavaScript does, so that equal times are equal texts. */
const jsonOf = (column: string): string =>
  column.endsWith('_at')
    ? `to_char(p.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `p.${column}`;

/** The OwnedFields of the product `p` as jsonb. */
export const OWNED_FIELDS: SQL = sql`jsonb_build_object(
  ${sql.raw(PRODUCT_COLUMNS.map((column) => `'${column}', ${jsonOf(column)}`).join(', '))},
  'stock', (select on_hand from stock where product_id = p.id),
  'reserved', (select reserved from stock where product_id = p.id),
  'pictures', array(select media_hash from product_pictures i where i.product_id = p.id order by i.position),
  'picture_alts', array(select coalesce(alt, '') from product_pictures i where i.product_id = p.id order by i.position))`;

type Executor = Pick<Database, 'execute'>;
/** A database handle for reading the state of one moment. */
export type Snapshot = Pick<Database, 'execute' | 'select'>;

const select = (db: Executor, which: SQL) =>
  db.execute<{ id: string; fields: OwnedFields }>(
    sql`select p.id, ${OWNED_FIELDS} as fields from products p where ${which}`,
  );

/** Returns what the merchant has set for these products, by id. Leaves out ids that no product has. */
export async function ownedOf(
  db: Executor,
  ids: readonly string[],
): Promise<Map<string, OwnedFields>> {
  const { rows } = await select(db, sql`p.id = any(${sql.param(ids)}::text[])`);
  return new Map(rows.map(({ id, fields }) => [id, fields]));
}

/** Returns what the merchant has set for a product; null if no product has this id. */
export const findOwned = async (db: Executor, id: string): Promise<OwnedFields | null> =>
  (await ownedOf(db, [id])).get(id) ?? null;

/** Yields every product by id, with one page in memory at a time. Inside `inSnapshot`, all are from the same moment. */
export async function* eachProduct(snapshot: Executor): AsyncGenerator<OwnedProduct> {
  for (let after = ''; ; ) {
    const { rows } = await select(snapshot, sql`p.id > ${after} order by p.id limit ${PAGE}::int`);
    for (const { id, fields } of rows) yield { id, ...fields };
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}

/** Runs read-only work on the database as it is at one moment. */
export const inSnapshot = <T>(db: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
