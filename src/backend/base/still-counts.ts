import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

// Whether an order, or a line of one, still counts: for promotions, remaining samples, 'bought here' and orders to pack.

/**
 * Whether an order is paid, and the shop has not refunded all of it. Money lost in a dispute is not a refund: the bank has
 * paid the customer, and she has the goods. So her uses and samples stay used. Most orders have no refund, so that is
 * checked first.
 * @param order - the orders, or their alias.
 * @param back - the money that has gone back, from the row `m` of order_money.
 */
export const isBought = (order: SQLWrapper, back = sql`m.gone - m.claimed`): SQL =>
  sql`(${order}.status = 'paid' and (
  not exists (select from refunds r where r.order_id = ${order}.id union all select from disputes d where d.order_id = ${order}.id)
  or exists (select from order_money m where m.order_id = ${order}.id and ${back} < m.received)))`;

/** The kobo paid for a line `i` of an order `o`, refunded with its goods. Lines and the rest of the fee make the total. */
export const paidForLine: SQL = sql`(i.price_kobo * i.quantity - coalesce((o.promotion->'lines'->>i.position)::bigint, 0))`;

/**
 * The units of a line `i` of an order `o` that she has kept: without those that a refund of the line has paid for, and
 * those that came back one by one.
 */
export const unitsKept: SQL = sql`(i.quantity - least(i.quantity, (
  select coalesce(sum(r.amount), 0)::bigint from refunds r
  where r.order_id = i.order_id and r.line = i.position and r.status = 'done'
) / greatest(1, ${paidForLine} / i.quantity) + (
  select coalesce(sum(b.restocked + b.written_off), 0) from units_back b
  where b.order_id = i.order_id and b.position = i.position)))`;

/** Whether an order had ended unpaid before its payment came, so that its units had been released. */
export const hadEnded = (order: SQLWrapper): SQL => sql`exists (select from stock_movements m
  where m.order_id = ${order}.id and m.kind = 'order' and m.reserved < 0 and m.on_hand = 0)`;

/**
 * The most kobo that go back for one of the `returns`: its goods with their part of the delivery, less what an exchange
 * has used. Nothing while the order of the exchange waits for its money, and for a refused return.
 */
export const mostForReturn: SQL = sql`(case
  when returns.refused_at is not null or (returns.exchange_id is not null and returns.ended_at is null) then 0
  else coalesce(returns.goods_kobo + returns.fee_kobo, 0) - returns.exchange_kobo end)::int8`;
