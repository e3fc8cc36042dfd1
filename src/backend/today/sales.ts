import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** What was paid on a day. */
export interface DaySales {
  /** A day in Africa/Lagos: '2026-11-21'. */
  day: string;
  orders: number;
  /** What they were paid with. Refunds are not taken off: it is a sum of sales, not of orders that still count. */
  kobo: number;
}

/** Days that the plot has. */
export const SALES_DAYS = 30;

/** The orders that were paid on each of the last 30 days in Lagos, today included, oldest first. Days without any are there. */
export async function salesByDay(db: Database): Promise<DaySales[]> {
  const { rows } = await db.execute<{ day: string; orders: number; kobo: number }>(sql`
    with today as (select (now() at time zone 'Africa/Lagos')::date as day),
    days as (select today.day - ago as day from today, generate_series(0, ${SALES_DAYS - 1}::int) as ago),
    paid as (
      select (paid_at at time zone 'Africa/Lagos')::date as day, total_kobo from orders, today
      where status = 'paid' and paid_at >= ((today.day - ${SALES_DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos')
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, count(paid.day)::int as orders,
      coalesce(sum(paid.total_kobo), 0)::float8 as kobo
    from days left join paid on paid.day = days.day group by days.day order by days.day`);
  return rows;
}
