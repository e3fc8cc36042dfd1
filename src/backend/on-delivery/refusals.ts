import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { REFUSAL_MONTHS } from '#domain/payments/accepted.ts';
import { doorRefusals } from './tables.ts';

const isRecent = sql`${doorRefusals.at} > now() - ${REFUSAL_MONTHS}::int * interval '1 month'`;

/** Matches refusals that count. */
export const counts: SQL = sql`(${doorRefusals.liftedAt} is null and ${isRecent})`;

/** Whether an account has refused an order at the door. So much the checkout may know of it. */
export const hasRefused = async (db: Pick<Database, '$count'>, accountId: string) =>
  (await db.$count(doorRefusals, sql`${counts} and ${doorRefusals.accountId} = ${accountId}`)) > 0;

/** Returns the refusals of an account for its owner, newest first. */
export const refusalsOf = (db: Pick<Database, 'select'>, accountId: string) =>
  db
    .select({
      order: doorRefusals.orderId,
      refusedAt: doorRefusals.at,
      counts: counts.mapWith(Boolean) as SQL<boolean>,
    })
    .from(doorRefusals)
    .where(eq(doorRefusals.accountId, accountId))
    .orderBy(desc(doorRefusals.at));

/** Deletes the refusals that count no more for their age. */
export const forgetRefusals = (db: Pick<Database, 'delete'>) =>
  db.delete(doorRefusals).where(sql`not ${isRecent}`);
