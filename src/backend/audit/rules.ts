import { type SQL, sql } from 'drizzle-orm';
import { ORDER_PAID_EMAIL_PREFIX } from '#backend/order-book/paid-email.ts';
import { MERCHANT_EMAIL_PREFIX } from '#backend/orders/merchant-emails.ts';
import { FIRST_RESERVATION_MINUTES } from '#backend/orders/placing/placing.ts';
import { FULFILMENT_RULES } from './fulfilment-rules.ts';
import { LISTING_RULES } from './listing-rules.ts';
import { PROMOTION_RULES } from './promotion-rules.ts';
import type { AuditRule } from './rule.ts';
import { STOCK_ALERT_RULES } from './stock-alert-rules.ts';
import { WEBHOOK_RULES } from './webhook-rules.ts';

/** Minutes by which the sweeper may be late: it runs every 15 seconds, and retries a minute after a failure. */
export const SWEEP_ALLOWANCE_MINUTES = 15;

/** SQL for the kobo that an order asks for. An owner may accept less of the money that staff record. */
const ASKED = sql`least(total_kobo, (select sum(p.asked_kobo) from payments p
  where p.order_id = orders.id and p.received is not null))`;

/** Returns the rules of stock, orders, payments and emails (decision 12). */
export function auditRules({ RESERVATION_MINUTES }: { RESERVATION_MINUTES: number }): AuditRule[] {
  return [
    {
      name: 'every product has its stock',
      query: sql`select format('Product %s has no stock', id) as violation
        from products where not exists (select from stock where product_id = id)`,
    },
    {
      name: 'recorded money adds up',
      query: sql`select format('Staff have recorded %s kobo for payment %s, which counts %s', coalesce(t.sum, 0), reference, arrived_kobo) as violation
        from payments left join (select payment, sum(amount) from (
          select payment, amount from bank_transfers union all select payment, amount from door_collections) of_staff group by payment) t
          on t.payment = reference
        where arrived_kobo <> coalesce(t.sum, 0)`,
    },
    {
      name: 'stock never negative',
      query: sql`select format('Product %s has %s units on hand and %s reserved', product_id, on_hand, reserved) as violation
        from stock where on_hand < 0 or reserved < 0`,
    },
    movementsAddUp('on_hand', 'on_hand', 'units on hand'),
    movementsAddUp('reserved', 'reserved', 'units reserved'),
    movementsAddUp('sold_count', 'sold', 'units sold'),
    {
      name: 'units are reserved while pending',
      query: ordersThatMoved(
        'reserved',
        sql`case when o.status = 'pending' and o.accepted_at is null then i.quantity else 0 end`,
        'changed the reserved units of',
      ),
    },
    {
      name: 'units are off the stock when accepted',
      query: ordersThatMoved(
        'on_hand',
        sql`case when o.accepted_at is not null then -i.quantity else 0 end`,
        'moved the stock of',
      ),
    },
    {
      name: 'units are counted as sold when accepted',
      query: ordersThatMoved(
        'sold',
        sql`case when o.accepted_at is not null then i.quantity else 0 end`,
        'counts as sold of',
      ),
    },
    {
      name: 'totals',
      query: sql`select format('Order %s asks for %s kobo, but its lines and fee less its discount add up to %s', o.id, o.total_kobo,
          o.fee_kobo - o.discount_kobo + coalesce(sum(i.price_kobo * i.quantity), 0)) as violation
        from orders o left join order_items i on i.order_id = o.id
        group by o.id having count(i.order_id) = 0
          or o.total_kobo <> o.fee_kobo - o.discount_kobo + sum(i.price_kobo * i.quantity)`,
    },
    {
      name: 'paid orders name their payment',
      query: sql`select format('Order %s is paid without %s', o.id, concat_ws(' and ',
          case when o.paid_at is null then 'a time' end,
          case when p.provider_id is null then 'a transaction of the provider' end,
          case when o.reference = '' then 'a reference' end)) as violation
        from orders o left join payments p on p.order_id = o.id and p.received is not null and p.provider_id <> ''
        where o.status = 'paid' and (o.paid_at is null or p.provider_id is null or o.reference = '')`,
    },
    {
      name: 'paid in full',
      query: sql`select format('Order %s is paid with %s %s, but asks for %s kobo', id,
          coalesce(received::text, 'nothing'), coalesce(currency, ''), total_kobo) as violation
        from orders left join order_money on order_id = id where status = 'paid'
          and (received is null or received < ${ASKED} or currency is distinct from 'NGN')`,
    },
    {
      name: 'one reference, one order',
      query: sql`select format('Orders %s share the reference %s', string_agg(id, ', ' order by id), reference) as violation
        from orders group by reference having count(*) > 1`,
    },
    {
      name: 'one transaction, one paid order',
      query: sql`select format('Orders %s are paid by one transaction, %s', string_agg(o.id, ', ' order by o.id), p.provider_id) as violation
        from orders o join payments p on p.order_id = o.id where o.status = 'paid' and p.provider_id is not null
        group by p.provider, p.provider_id having count(*) > 1`,
    },
    {
      name: 'accepted orders are confirmed',
      // Not for deleted accounts. Deleting an account also removes emails to its address about others' orders.
      query: sql`select format('Order %s is accepted, but no email confirms it', o.id) as violation
        from orders o left join accounts a on a.id = o.account_id
        where o.accepted_at is not null and o.erase_at is null and (a.id is null or a.email = o.email)
          and not exists (select from emails where emails.id = ${ORDER_PAID_EMAIL_PREFIX}::text || o.id)`,
    },
    {
      name: 'the merchant is told of accepted orders',
      // Only for orders made since stock_movements exists: emails to the merchant began with the same version.
      query: sql`select format('Order %s is accepted, but no email tells the merchant', id) as violation
        from orders o where accepted_at is not null and (erase_at is null or full_name <> '')
          and created_at >= (select min(at) from stock_movements)
          and not exists (select from emails where emails.id = ${MERCHANT_EMAIL_PREFIX.paid}::text || o.id)`,
    },
    {
      name: 'the merchant is told of refunds',
      query: sql`select format('Order %s needs a refund, but no email tells the merchant', id) as violation
        from orders o where refund_needed
          and not exists (select from emails
            where emails.id in (${MERCHANT_EMAIL_PREFIX.refund}::text || o.id, ${MERCHANT_EMAIL_PREFIX.cancelled}::text || o.id))`,
    },
    {
      name: 'emails report what happened',
      query: sql`select format('Email %s confirms order %s, but it was never accepted', e.id, o.id) as violation
        from orders o join emails e on e.id in (${ORDER_PAID_EMAIL_PREFIX}::text || o.id, ${MERCHANT_EMAIL_PREFIX.paid}::text || o.id)
        where o.accepted_at is null`,
    },
    {
      name: 'orders that need a refund are not paid',
      query: sql`select format('Order %s needs a refund, but is %s', id, status) as violation
        from orders where refund_needed and status not in ('failed', 'cancelled')`,
    },
    {
      name: 'refunds were due',
      query: sql`select format('Order %s is refunded, but no refund was due', id) as violation
        from orders where refunded_at is not null and not refund_needed and reversed_at is null`,
    },
    {
      name: 'reversed payments belong to ended orders',
      query: sql`select format('The payment of order %s is reversed, but the order is %s', id, status) as violation
        from orders where reversed_at is not null and status not in ('paid', 'failed')`,
    },
    {
      name: 'pending orders end in time',
      query: sql`select format('Order %s is pending since %s UTC, and its reservation expired at %s. Does the shop run and reach the provider?', id,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
          to_char(reservation_expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as violation
        from orders where status = 'pending' and accepted_at is null and now() > least(
          reservation_expires_at + ${SWEEP_ALLOWANCE_MINUTES}::int * interval '1 minute',
          created_at + ${FIRST_RESERVATION_MINUTES + 2 * RESERVATION_MINUTES + 2 * SWEEP_ALLOWANCE_MINUTES}::int * interval '1 minute')`,
    },
    {
      name: 'redirects lead to where nothing leads on',
      query: sql`select format('%s leads to %s, %s', r.from_path, r.to_path, case when n.from_path is not null
          then 'which leads on to ' || n.to_path else 'but is the page of a product' end) as violation
        from redirects r left join redirects n on n.from_path = r.to_path
        where n.from_path is not null or exists (select from products where '/products/' || id = r.from_path)`,
    },
    ...WEBHOOK_RULES,
    ...FULFILMENT_RULES,
    ...LISTING_RULES,
    ...STOCK_ALERT_RULES,
    ...PROMOTION_RULES,
  ];
}

/** Returns the rule that a number of `stock` is the sum of its movements. */
const movementsAddUp = (
  number: 'on_hand' | 'reserved' | 'sold_count',
  moved: 'on_hand' | 'reserved' | 'sold',
  words: string,
): AuditRule => ({
  name: `${words} agree with their movements`,
  query: sql`select format('Product %s has %s ' || ${words} || ', but its movements add up to %s', s.product_id,
      s.${sql.identifier(number)}, coalesce(sum(m.${sql.identifier(moved)}), 0)) as violation
    from stock s left join stock_movements m on m.product_id = s.product_id
    group by s.product_id having s.${sql.identifier(number)} <> coalesce(sum(m.${sql.identifier(moved)}), 0)`,
});

/**
 * Finds orders whose stock movements do not match their status. Only for products that had movements when the order was
 * made: a removed product takes its movements with it. A movement of an order that does not exist is wrong, too.
 */
function ordersThatMoved(column: 'on_hand' | 'reserved' | 'sold', wanted: SQL, words: string): SQL {
  const moved = sql.identifier(column);
  return sql`
    with wanted as (
      select o.id as order_id, i.product_id, o.status, o.created_at, ${wanted} as units
      from orders o join order_units i on i.order_id = o.id
    ), recorded as (
      select order_id, product_id, sum(${moved}) as units
      from stock_movements where order_id is not null group by order_id, product_id
    ), opened as (
      select product_id, min(at) as at from stock_movements where kind = 'opening' group by product_id
    )
    select format('Order %s (%s) ' || ${words} || ' %s by %s instead of %s', order_id,
      coalesce(w.status, 'does not exist'), product_id, coalesce(r.units, 0), coalesce(w.units, 0)) as violation
    from wanted w full join recorded r using (order_id, product_id) left join opened using (product_id)
    where coalesce(w.units, 0) <> coalesce(r.units, 0)
      and (w.created_at is null or opened.at <= w.created_at)`;
}
