import { sql } from 'drizzle-orm';
import type { AuditRule } from './rule.ts';

/** Minutes for which it may be uncertain whether the provider has a refund. */
const UNCONFIRMED_MINUTES = 60;

/** The rules for everything after a payment: refunds, returned goods, the steps of the goods, and reviews. */
export const FULFILMENT_RULES: readonly AuditRule[] = [
  {
    name: 'refunds stay within the payment',
    // A bank may also take money in a dispute. That is not a fault of the shop.
    query: sql`select format('Order %s was paid with %s %s (minor units), but refunds of %s are made or under way', o.id, m.received,
        m.currency, m.gone - m.claimed + m.under_way) as violation
      from orders o join order_money m on m.order_id = o.id where m.gone - m.claimed + m.under_way > m.received`,
  },
  {
    name: 'what is refunded has gone back',
    query: sql`select format('Order %s is %s, but %s of its %s %s (minor units) have gone back', o.id,
        case when o.refunded_at is null then 'not refunded' else 'refunded' end, m.gone, coalesce(m.received, 0), m.currency) as violation
      from orders o join order_money m on m.order_id = o.id
      where (o.refund_needed or o.reversed_at is not null) and (o.refunded_at is not null) <> coalesce(m.gone >= m.received, false)`,
  },
  {
    name: 'refunds reach the provider',
    query: sql`select format('A refund of %s was asked for at %s UTC, and its provider has not confirmed it. Does the shop run and reach it?',
        coalesce('order ' || order_id, 'payment ' || payment), to_char(heard_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as violation
      from refunds where status = 'requested' and heard_at < now() - ${UNCONFIRMED_MINUTES}::int * interval '1 minute'`,
  },
  {
    name: 'returned units came back once',
    // Only for products whose movements reach back far enough: a removed product takes its movements with it.
    query: sql`with came_back as (
        select return_of as order_id, product_id, sum(on_hand) as units from stock_movements
        where return_of is not null group by return_of, product_id
      ), wanted as (
        select order_id, product_id, sum(quantity) as units from (
          select i.order_id, i.product_id, i.quantity, restocks.at from restocks join units_out i using (order_id)
          union all
          select b.order_id, coalesce(p.product_id, i.product_id), b.restocked * coalesce(p.quantity, 1), b.at
          from units_back b join order_items i using (order_id, position) left join order_parts p using (order_id, position)
        ) as back where quantity > 0
          and exists (select from stock_movements m where m.product_id = back.product_id and m.kind = 'opening' and m.at <= back.at)
        group by order_id, product_id
      )
      select format('%s units of %s came back from order %s instead of %s', coalesce(c.units, 0), product_id, order_id,
        coalesce(w.units, 0)) as violation
      from wanted w full join came_back c using (order_id, product_id)
      where coalesce(w.units, 0) <> coalesce(c.units, 0)`,
  },
  {
    name: 'units of ended orders are back',
    query: sql`select format('Order %s was accepted and has ended, but its units are not back in stock', o.id) as violation
      from orders o where o.status = 'cancelled' and o.accepted_at is not null
        and not exists (select from restocks r where r.order_id = o.id)
        and exists (select from units_out u where u.order_id = o.id and u.quantity > 0)`,
  },
  {
    name: 'the goods of accepted orders move in order',
    query: sql`select format('The goods of order %s (%s) are %s out of order', f.order_id, o.status, f.step) as violation
      from standing_steps f join orders o on o.id = f.order_id
      where o.accepted_at is null or (f.step <> 'packed' and not exists (select from standing_steps b
        where b.order_id = f.order_id and b.id < f.id and b.step = case f.step when 'shipped' then 'packed' else 'shipped' end))`,
  },
  {
    name: 'what is gone is not to pack',
    query: sql`select format('The goods of order %s are %s', o.id, case when o.gone_at is null then 'gone, and listed as to pack'
        else 'to pack, and listed as gone' end) as violation
      from orders o left join (
        select order_id from standing_steps where step = 'shipped' union select order_id from restocks
      ) as gone on gone.order_id = o.id
      where (o.gone_at is null) <> (gone.order_id is null)`,
  },
  {
    name: 'ratings are those of the reviews',
    query: sql`select format('Product %s counts %s reviews rated %s, but has %s rated %s', p.id, p.num_reviews, p.ratings,
        count(r.rating), coalesce(avg(r.rating), 0)::real) as violation
      from products p left join lateral reviews_of(p) r on true
      group by p.id having p.num_reviews <> count(r.rating) or p.ratings <> coalesce(avg(r.rating), 0)::real`,
  },
];
