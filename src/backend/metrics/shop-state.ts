import { count, isNotNull, type SQL, sql } from 'drizzle-orm';
import { readNewestBackup } from '#backend/backup/newest.ts';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/mail/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';

export type OrderCounts = { status: string; count: number }[];

/** The metrics of the shop. Ages in seconds. */
export interface ShopState {
  emailsWaiting: number;
  /** The age of the oldest waiting email; 0 if none waits. */
  emailAge: number;
  emailsDead: number;
  orders: OrderCounts;
  catalogueVersion: number;
  /** The number of people who wait for a product, by the state of their request. */
  stockAlerts: { state: 'unconfirmed' | 'waiting' | 'told'; count: number }[];
  /** The age of the newest backup; undefined for a shop without timed backups. */
  backupAge: number | undefined;
  backupsDamaged: number | undefined;
  /** The notices to the publisher; undefined for a shop without one. */
  publisher: { told: number; failedTries: number; untoldAge: number } | undefined;
}

/** Reads it. `ended` has the numbers of orders that have ended. @throws if the database cannot be used. */
export async function readShopState(db: Database, ended: OrderCounts): Promise<ShopState> {
  const [waiting, dead, pending, version, notices, stockAlerts, backup] = await Promise.all([
    emailQueue(db),
    db.select({ count: count() }).from(emails).where(isNotNull(emails.deadAt)),
    countOrders(db, sql`status = 'pending'`),
    readVersion(db),
    db
      .select()
      .from(publisherNotices)
      // The setting may have changed: the publisher is the one that was tried last.
      .orderBy(sql`${publisherNotices.triedAt} desc nulls last`)
      .limit(1),
    countStockAlerts(db),
    readNewestBackup(db),
  ]);
  const [notice] = notices;
  return {
    emailsWaiting: waiting.count,
    emailAge: waiting.age,
    emailsDead: dead[0]?.count ?? 0,
    orders: [...pending, ...ended],
    catalogueVersion: version.changes,
    stockAlerts,
    backupAge: backup?.ageSeconds,
    backupsDamaged: backup?.damaged.length,
    publisher: notice && {
      told: Number.parseInt(notice.told ?? '0', 10),
      failedTries: notice.tries,
      untoldAge:
        notice.told === version.version ? 0 : (version.now.getTime() - version.at.getTime()) / 1000,
    },
  };
}

/** Counts the orders that have ended. Reads an index entry for each order ever placed: a tenth of a second for a million. */
export const countEndedOrders = (db: Database): Promise<OrderCounts> =>
  countOrders(db, sql`status <> 'pending'`);

// The condition has no parameter, so that PostgreSQL can use the small index of pending orders.
const countOrders = (db: Database, which: SQL): Promise<OrderCounts> =>
  db
    .select({ status: orders.status, count: count() })
    .from(orders)
    .where(which)
    .groupBy(orders.status);

/**
 * Returns the number of waiting emails and the age of the oldest (s). Both grow while the mail server is down. An email
 * that is held back because its event can still be undone does not count.
 */
export async function emailQueue(db: Database): Promise<{ count: number; age: number }> {
  const [row] = await db
    .select({
      count: count(),
      age: sql<number>`coalesce(extract(epoch from now() - min(${emails.createdAt})), 0)::float8`,
    })
    .from(emails)
    .where(
      sql`${emails.sentAt} is null and ${emails.deadAt} is null and (${emails.tries} > 0 or ${emails.nextTryAt} <= now())`,
    );
  return row ?? { count: 0, age: 0 };
}

async function countStockAlerts(db: Database): Promise<ShopState['stockAlerts']> {
  const { rows } = await db.execute<{ unconfirmed: number; waiting: number; told: number }>(sql`
    select count(*) filter (where confirmed_at is null)::int as unconfirmed,
      count(*) filter (where confirmed_at is not null and told_at is null)::int as waiting,
      count(*) filter (where told_at is not null)::int as told from stock_alerts`);
  const [{ unconfirmed, waiting, told } = { unconfirmed: 0, waiting: 0, told: 0 }] = rows;
  return [
    { state: 'unconfirmed', count: unconfirmed },
    { state: 'waiting', count: waiting },
    { state: 'told', count: told },
  ];
}
