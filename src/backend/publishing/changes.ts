import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { catalogueChanges } from './tables.ts';

/** The channel on which PostgreSQL announces each recorded change at its commit. */
export const CHANGES_CHANNEL = 'catalogue_changed';
/** The rows of changes that are kept, to see when the catalogue changed. */
const KEPT = 1000;

/** A version of the catalogue, with times by the database's clock. */
export interface CatalogueVersion {
  /**
   * The number of changes ever recorded, and the time of the newest. A restored database counts again from the number that
   * it had, but its changes have other times. So no two states of the catalogue have the same version.
   */
  version: string;
  /** The number of changes ever recorded. */
  changes: number;
  /** The time of the newest. */
  at: Date;
  /** The time when the version was read. */
  now: Date;
}

/** Returns milliseconds since 1970, rounded up: a discount that has ended by a moment has ended by its millisecond. */
const milliseconds = (moment: SQL) => sql`ceil(extract(epoch from ${moment}) * 1000)::float8`;

/**
 * Returns the catalogue version that `db` sees (extension catalogue.version). Each change makes another version, in any
 * order of commits. A reader of a version sees every change up to it. While it is the newest, what was read with it is
 * current.
 */
export async function readVersion(db: Pick<Database, 'execute'>): Promise<CatalogueVersion> {
  const { rows } = await db.execute<{ changes: string; mark: string; at: number; now: number }>(sql`
    select removed + count(id) as changes, coalesce((extract(epoch from max(at)) * 1000000)::bigint, 0) as mark,
      ${milliseconds(sql`coalesce(max(at), clock_timestamp())`)} as at,
      ${milliseconds(sql`clock_timestamp()`)} as now
    from catalogue_record left join catalogue_changes on true group by removed`);
  if (!rows[0]) throw new Error('The table catalogue_record has no row');
  const { changes, mark, at, now } = rows[0];
  return {
    version: `${changes}-${BigInt(mark).toString(36)}`,
    changes: Number(changes),
    at: new Date(at),
    now: new Date(now),
  };
}

/** Removes the rows of old changes. The version still counts them. */
export async function forgetOldChanges(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from catalogue_changes
      where id <= (select id from catalogue_changes order by id desc offset ${KEPT} limit 1)
      returning id
    )
    update catalogue_record set removed = removed + (select count(*) from gone) where exists (select from gone)`);
}

/** Returns SQL for the unrecorded times at which a discount begins or ends. */
const toRecord = (column: 'discount_starts_at' | 'discount_expires_at') => sql`
  select min(products.${sql.raw(column)}) as at from catalogue_record join products
  on products.discount_amount > 0 and products.${sql.raw(column)} >= catalogue_record.discounts_until`;

/**
 * Records one change for all discounts that have begun or ended since the last call by any process, even if none was
 * running. A discount is active up to and including its last moment (src/domain/money/price.ts), so that moment must be
 * over.
 * @returns milliseconds until the next discount begins or ends; null if none will.
 */
export async function recordDiscounts(db: Database): Promise<number | null> {
  const wait = await untilNext(db);
  if (wait === null || wait >= 0) return wait;
  return db.transaction(async (transaction) => {
    // A process that found the same time waits here, and then finds it recorded.
    await transaction.execute(sql`select from catalogue_record for update`);
    const left = await untilNext(transaction);
    if (left === null || left >= 0) return left;
    // The change is made after this time, so it covers every discount that began or ended before.
    await transaction.execute(sql`update catalogue_record set discounts_until = clock_timestamp()`);
    await transaction.insert(catalogueChanges).values({});
    return untilNext(transaction);
  });
}

/** Returns milliseconds until the first unrecorded time; negative if it has passed. */
async function untilNext(db: Database | Transaction): Promise<number | null> {
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select (extract(epoch from min(next.at) - clock_timestamp()) * 1000)::float8 as wait
    from (${toRecord('discount_starts_at')} union all ${toRecord('discount_expires_at')}) as next`);
  return rows[0]?.wait ?? null;
}
