import { count, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/db/email-tables.ts';
import { orders } from '#backend/db/order-tables.ts';
import { publisherNotices } from '#backend/db/publishing-tables.ts';
import { readVersion } from '#backend/services/catalogue/changes.ts';

/** What metrics say of the shop. Ages in seconds. */
export interface ShopState {
  emailsWaiting: number;
  /** Of the oldest email that waits; 0 if none does. */
  emailAge: number;
  emailsDead: number;
  orders: { status: string; count: number }[];
  catalogueVersion: number;
  /** What the publisher was told; undefined for a shop without one. */
  publisher: { told: number; failedTries: number; untoldAge: number } | undefined;
}

/** Reads it. @throws when the database cannot be used. */
export async function readShopState(db: Database): Promise<ShopState> {
  const [waiting, dead, byStatus, version, notices] = await Promise.all([
    emailQueue(db),
    db.select({ count: count() }).from(emails).where(isNotNull(emails.deadAt)),
    db.select({ status: orders.status, count: count() }).from(orders).groupBy(orders.status),
    readVersion(db),
    db
      .select()
      .from(publisherNotices)
      // The setting may have changed: the publisher is the one that was tried last.
      .orderBy(sql`${publisherNotices.triedAt} desc nulls last`)
      .limit(1),
  ]);
  const [notice] = notices;
  return {
    emailsWaiting: waiting.count,
    emailAge: waiting.age,
    emailsDead: dead[0]?.count ?? 0,
    orders: byStatus,
    catalogueVersion: version.version,
    publisher: notice && {
      told: notice.told ?? 0,
      failedTries: notice.tries,
      untoldAge:
        notice.told === version.version ? 0 : (version.now.getTime() - version.at.getTime()) / 1000,
    },
  };
}

/** The emails that wait, and the age of the oldest (s): when the mail server is down, both grow. */
export async function emailQueue(db: Database): Promise<{ count: number; age: number }> {
  const [row] = await db
    .select({
      count: count(),
      age: sql<number>`coalesce(extract(epoch from now() - min(${emails.createdAt})), 0)::float8`,
    })
    .from(emails)
    .where(sql`${emails.sentAt} is null and ${emails.deadAt} is null`);
  return row ?? { count: 0, age: 0 };
}
