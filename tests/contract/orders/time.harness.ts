import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** Lets the reservations of orders expire, all by default, so that the sweep asks about the pending ones. */
export const expireReservations = (db: Pick<Database, 'execute'>, which: SQL = sql`true`) =>
  db.execute(sql`
    with expired as (
      update orders set reservation_expires_at = now() - interval '1 second' where ${which} returning id, status)
    update payments set next_at = now() - interval '1 second', claimed_until = now()
    where order_id in (select id from expired where status = 'pending')`);

/** Forgets when the providers were last asked, so that they may be asked at once. */
export const forgetAsked = (db: Pick<Database, 'execute'>) =>
  db.execute(sql`update payments set asked_at = null`);
