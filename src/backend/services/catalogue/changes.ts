import { type SQL, sql } from 'drizzle-orm';
import { catalogueChanges } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';

/** The channel on which PostgreSQL tells of each recorded change when it commits (migration 0005). */
export const CHANGES_CHANNEL = 'catalogue_changed';
/** Rows of changes that are kept, for whoever wants to see when the catalogue changed. */
const KEPT = 1000;

/** A state of the catalogue, with times by the database's clock. */
export interface CatalogueVersion {
  /** How many changes were ever recorded. */
  version: number;
  /** When the newest of them was made. */
  at: Date;
  /** When it was read. */
  now: Date;
}

/** Milliseconds since 1970, upwards: a discount that has ended by a moment has ended by its millisecond too. */
const milliseconds = (moment: SQL) => sql`ceil(extract(epoch from ${moment}) * 1000)::float8`;

/**
 * The version of the catalogue as `db` sees it (extension catalogue.version). It counts the changes, and so grows with
 * each whatever the order in which they commit: who sees a version sees every change that it counts, and as long
 * as it is the newest, what was read with it is what the shop has.
 */
export async function readVersion(db: Pick<Database, 'execute'>): Promise<CatalogueVersion> {
  const { rows } = await db.execute<{ version: string; at: number; now: number }>(sql`
    select removed + count(id) as version, ${milliseconds(sql`coalesce(max(at), clock_timestamp())`)} as at,
      ${milliseconds(sql`clock_timestamp()`)} as now
    from catalogue_record left join catalogue_changes on true group by removed`);
  if (!rows[0]) throw new Error('The table catalogue_record has lost its row');
  const { version, at, now } = rows[0];
  return { version: Number(version), at: new Date(at), now: new Date(now) };
}

/** Removes the rows of old changes; the version goes on counting them. */
export async function forgetOldChanges(db: Database): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from catalogue_changes
      where id <= (select id from catalogue_changes order by id desc offset ${KEPT} limit 1)
      returning id
    )
    update catalogue_record set removed = removed + (select count(*) from gone) where exists (select from gone)`);
}

/** Discounts that count until an end, from the last that is recorded on. */
const toRecord = sql`products.discount_amount > 0 and products.discount_expires_at >= catalogue_record.discounts_until`;

/**
 * Records a change for the discounts that have ended since the last look, by whichever process: one for all of them,
 * once, also for those that ended while no process ran. As a discount counts up to and including its last moment
 * (src/domain/price.ts), that moment has to have passed.
 * @returns milliseconds until the next discount ends, null without one.
 */
export async function recordEndedDiscounts(db: Database): Promise<number | null> {
  const wait = await untilNextEnd(db);
  if (wait === null || wait >= 0) return wait;
  return db.transaction(async (transaction) => {
    // Those who found the same end wait here, and find that it is recorded.
    await transaction.execute(sql`select from catalogue_record for update`);
    const left = await untilNextEnd(transaction);
    if (left === null || left >= 0) return left;
    // The change is younger than this moment, so that it stands for all that ended before.
    await transaction.execute(sql`update catalogue_record set discounts_until = clock_timestamp()`);
    await transaction.insert(catalogueChanges).values({});
    return untilNextEnd(transaction);
  });
}

/** Milliseconds until the first end that is not recorded; negative when it has passed. */
async function untilNextEnd(db: Database | Transaction): Promise<number | null> {
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select (extract(epoch from min(products.discount_expires_at) - clock_timestamp()) * 1000)::float8 as wait
    from catalogue_record join products on ${toRecord}`);
  return rows[0]?.wait ?? null;
}
