import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** The payments of a day. */
export interface DaySales {
  /** A day in Africa/Lagos: '2026-11-21'. */
  day: string;
  orders: number;
  /** The kobo paid for them, without what has gone back. */
  kobo: number;
}

/** The number of days in the plot. */
export const SALES_DAYS = 30;

/** Returns the orders paid on each of the last 30 days in Lagos, today included, oldest first, with days without orders. */
export async function salesByDay(db: Database): Promise<DaySales[]> {
  const { rows } = await db.execute<{ day: string; orders: number; kobo: number }>(sql`
    with today as (select (now() at time zone 'Africa/Lagos')::date as day),
    days as (select today.day - ago as day from today, generate_series(0, ${SALES_DAYS - 1}::int) as ago),
    paid as (
      select (paid_at at time zone 'Africa/Lagos')::date as day, greatest(total_kobo - m.gone, 0) as kobo
      from today, orders join order_money m on m.order_id = orders.id
      where status = 'paid' and paid_at >= ((today.day - ${SALES_DAYS - 1}::int)::timestamp at time zone 'Africa/Lagos')
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, count(paid.day)::int as orders,
      coalesce(sum(paid.kobo), 0)::float8 as kobo
    from days left join paid on paid.day = days.day group by days.day order by days.day`);
  return rows;
}

/** Sales of a period, and of the same period before. */
export interface Compared {
  name: string;
  kobo: number;
  orders: number;
  before: number;
}

/** Compares today with the same weekday of last week, and this week since Monday with the same days of last week. */
export function compareWeeks(days: readonly DaySales[]): Compared[] {
  const weekday = (new Date(`${days.at(-1)?.day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return (
    [
      ['Today', 1],
      ['This week', weekday + 1],
    ] as const
  ).map(([name, length]) => {
    const at = days.length - length;
    const sum = (some: readonly DaySales[], of: 'kobo' | 'orders') =>
      some.reduce((all, day) => all + day[of], 0);
    const now = days.slice(at);
    const before = sum(days.slice(at - 7, at - 7 + length), 'kobo');
    return { name, kobo: sum(now, 'kobo'), orders: sum(now, 'orders'), before };
  });
}

/** Returns the products with the most units bought in the last 30 days, without orders that were wholly refunded. */
export async function bestSellers(
  db: Database,
  most = 5,
): Promise<{ name: string; units: number }[]> {
  const { rows } = await db.execute<{ name: string; units: number }>(sql`
    select i.name, sum(i.quantity)::int as units
    from orders o join order_items i on i.order_id = o.id join order_money m on m.order_id = o.id
    where o.status = 'paid' and o.paid_at >= now() - ${SALES_DAYS} * interval '1 day' and m.gone < o.total_kobo
    group by i.name order by units desc, i.name limit ${most}::int`);
  return rows;
}
