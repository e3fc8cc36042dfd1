import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import {
  ALERT_CONFIRM_HOURS,
  ALERT_TOLD_DAYS,
  ALERT_WAIT_DAYS,
} from '#domain/products/stock-alert.ts';
import { ALERT_CONFIRM_EMAIL_PREFIX, ALERT_EMAIL_PREFIX } from './emails.ts';

/** Days for which an undeliverable email can be retried (`npm run emails -- retry`). */
const DEAD_DAYS = 7;
/** Days after which no email can be on its way: it is tried for four days, and again for as many. */
const LONGEST_DAYS = 14;

const days = (count: number) => sql`${count}::int * interval '1 day'`;
const confirmHours = sql`${ALERT_CONFIRM_HOURS}::int * interval '1 hour'`;
/** Writes a literal prefix, so that PostgreSQL can use the index of these emails. */
const like = (prefix: string) => sql.raw(`'${prefix}%'`);

/**
 * Deletes finished requests and their emails: unconfirmed requests, those whose email was sent, those that have waited too
 * long, and those for products that are no longer sold. A merchant who has retired a product by mistake has a day to show
 * it again.
 */
export async function eraseStockAlerts(db: Database): Promise<void> {
  await db.execute(sql`
    delete from stock_alerts where confirmed_at is null and asked_at < now() - ${confirmHours}`);
  await db.execute(sql`
    delete from stock_alerts where told_at is null and confirmed_at < now() - ${days(ALERT_WAIT_DAYS)}`);
  await db.execute(sql`
    delete from stock_alerts a using products p
    where p.id = a.product_id and p.status = 'retired' and p.updated_at < now() - ${days(1)}`);
  await db.execute(sql`
    delete from stock_alerts a where a.told_at is not null and (
      a.told_at < now() - ${days(LONGEST_DAYS)}
      or exists (select from emails e where e.id = ${ALERT_EMAIL_PREFIX}::text || a.id
        and (e.sent_at < now() - ${days(ALERT_TOLD_DAYS)} or e.dead_at < now() - ${days(DEAD_DAYS)})))`);
  await db.execute(sql`
    delete from emails where id like ${like(ALERT_CONFIRM_EMAIL_PREFIX)} and created_at < now() - ${confirmHours}`);
  await db.execute(sql`
    delete from emails e where e.id like ${like(ALERT_EMAIL_PREFIX)}
      and not exists (select from stock_alerts a where ${ALERT_EMAIL_PREFIX}::text || a.id = e.id)`);
}

/** Deletes all requests of an address, with their emails. @returns their number. */
export async function eraseAlertsOf(
  db: Pick<Transaction, 'execute'>,
  email: string,
): Promise<number> {
  const { rowCount } = await db.execute(sql`delete from stock_alerts where email = ${email}`);
  await db.execute(sql`delete from emails where recipient = ${email} and id like 'stock-alert%'`);
  return rowCount ?? 0;
}

/** Moves the confirmed requests of an account to its new address. The others end: nobody has said that they are hers. */
export async function moveAlerts(
  db: Pick<Transaction, 'execute'>,
  from: string,
  to: string,
): Promise<void> {
  await db.execute(sql`delete from stock_alerts where email = ${from} and confirmed_at is null`);
  await db.execute(sql`update stock_alerts set email = ${to} where email = ${from}`);
}
