import { sql } from 'drizzle-orm';
import { hadEnded } from '#backend/base/still-counts.ts';
import { uses } from '#backend/promotions/uses.ts';
import type { AuditRule } from './rule.ts';

/**
 * Matches orders whose use was counted at their start and never given back. Others count beyond a limit: a payment that
 * came after the order had ended, or an order that was made again.
 */
const inTime = sql`o.rebuilt_at is null and not ${hadEnded(sql`o`)}`;

export const PROMOTION_RULES: readonly AuditRule[] = [
  {
    name: 'discounts are what their promotions took off',
    query: sql`select format('Order %s has a discount of %s kobo, but its promotion took off %s from its lines and its fee',
        o.id, o.discount_kobo, coalesce(shared.kobo, 0)) as violation
      from orders o left join lateral (
        select sum(line.kobo::bigint) + (o.promotion->>'feeKobo')::bigint as kobo
        from jsonb_array_elements_text(o.promotion->'lines') as line(kobo)) shared on o.promotion is not null
      where (o.discount_kobo > 0 or o.promotion is not null) and o.discount_kobo is distinct from shared.kobo`,
  },
  {
    name: 'no line and no fee is reduced by more than it costs',
    query: sql`select format('Line %s of order %s is reduced by %s of %s kobo', line.at, o.id, line.kobo, i.price_kobo * i.quantity) as violation
      from orders o cross join lateral jsonb_array_elements_text(o.promotion->'lines') with ordinality as line(kobo, at)
      left join order_items i on i.order_id = o.id and i.position = line.at - 1
      where line.kobo::bigint not between 0 and coalesce(i.price_kobo * i.quantity, 0)
      union all
      select format('The fee of order %s is reduced by %s of %s kobo', id, promotion->>'feeKobo', fee_kobo) from orders
      where (promotion->>'feeKobo')::bigint not between 0 and fee_kobo`,
  },
  {
    name: 'uses of promotions match their orders',
    query: sql`select format('Order %s names the promotion %s with %s kobo, and its use is of %s', coalesce(u.order_id, named.id),
        coalesce(u.promotion_id, named.promotion), coalesce(named.kobo::text, 'nothing'), coalesce(u.kobo::text, 'nothing')) as violation
      from (select o.id, use->>'id' as promotion, (use->>'kobo')::bigint as kobo, use->>'code' as code
        from orders o cross join lateral jsonb_array_elements(o.promotion->'uses') as use) named
      full join promotion_uses u on u.order_id = named.id and u.promotion_id = named.promotion
        and coalesce(u.code, '') = coalesce(named.code, '')
      where named.kobo is distinct from u.kobo`,
  },
  {
    name: 'no promotion counts more often than it may',
    query: sql`select format('Promotion %s counts for %s orders, and may for %s', p.id, count(*), p.use_limit) as violation
      from promotions p join ${uses} on u.promotion_id = p.id where ${inTime}
      group by p.id having count(*) > p.use_limit
      union all
      select format('The code %s counts for %s orders, and may for one', u.code, count(*))
      from promotion_codes c join ${uses} on u.code = c.code where c.once and ${inTime}
      group by u.code having count(*) > 1
      union all
      select format('Promotion %s counts for %s orders of one customer, and may for %s', p.id, count(*), p.customer_limit)
      from promotions p join ${uses} on u.promotion_id = p.id where ${inTime} and o.email <> ''
      group by p.id, o.email having count(*) > p.customer_limit`,
  },
  {
    name: 'a customer has one first order',
    query: sql`select format('Promotions for a first order count for %s orders of one customer', count(distinct o.id)) as violation
      from promotions p join ${uses} on u.promotion_id = p.id where p.first_order and ${inTime} and o.email <> ''
      group by o.email having count(distinct o.id) > 1`,
  },
];
