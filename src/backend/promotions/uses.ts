import { type SQL, sql } from 'drizzle-orm';

/**
 * Whether the promotions of an order `o` count as used: while it waits for its payment and once it is paid. An order that was
 * replaced, has failed or ended, or whose money has all gone back, gives its uses back by that alone. One whose payment comes late
 * counts again, also beyond a limit: the discount was paid for. Most orders have no refund, so that is asked first.
 */
export const isUsed: SQL = sql`(o.status = 'pending' or o.status = 'paid' and (
  not exists (select from refunds r where r.order_id = o.id union all select from disputes d where d.order_id = o.id)
  or exists (select from order_money m where m.order_id = o.id and m.gone < m.received)))`;

/** The uses that count, as rows of `u` with their orders `o`. */
export const uses: SQL = sql`promotion_uses u join orders o on o.id = u.order_id and ${isUsed}`;
