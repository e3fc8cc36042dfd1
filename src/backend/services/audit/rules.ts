import { type SQL, sql } from 'drizzle-orm';
import { MERCHANT_MAIL } from '#backend/mail/merchant-emails.ts';
import { ORDER_PAID_MAIL } from '#backend/mail/order-paid.ts';
import { FIRST_HOLD_MINUTES } from '#backend/services/orders/placing.ts';

/** Minutes by which the sweeper may be late: it looks every 15 seconds, and again a minute after a failure. */
export const SWEEP_ALLOWANCE_MINUTES = 15;

/** Something that holds in every sound shop; the query gives a `violation`, a line to read, for each place where it does not. */
export interface AuditRule {
  name: string;
  query: SQL;
}

/** The rules of stock, orders, payments and letters, as decision 12 has them. */
export function auditRules({ HOLD_MINUTES }: { HOLD_MINUTES: number }): AuditRule[] {
  return [
    {
      name: 'stock never negative',
      query: sql`select format('Product %s has %s bottles', id, stock) as violation from products where stock < 0`,
    },
    {
      name: 'stock as in the books',
      query: sql`select format('Product %s has %s bottles, by the books %s', p.id, p.stock, coalesce(sum(m.stock), 0)) as violation
        from products p left join stock_movements m on m.product_id = p.id
        group by p.id having p.stock <> coalesce(sum(m.stock), 0)`,
    },
    {
      name: 'sold as in the books',
      query: sql`select format('Product %s counts %s bottles as sold, by the books %s', p.id, p.sold_count, coalesce(sum(m.sold), 0)) as violation
        from products p left join stock_movements m on m.product_id = p.id
        group by p.id having p.sold_count <> coalesce(sum(m.sold), 0)`,
    },
    {
      name: 'bottles taken while pending or paid',
      query: bottlesOf(
        'stock',
        sql`case when o.status in ('pending', 'paid') then -i.quantity else 0 end`,
        'moved the stock of',
      ),
    },
    {
      name: 'bottles counted as sold when paid',
      query: bottlesOf(
        'sold',
        sql`case when o.status = 'paid' then i.quantity else 0 end`,
        'counts as sold of',
      ),
    },
    {
      name: 'totals',
      query: sql`select format('Order %s asks for %s kobo, but lines and fee make %s', o.id, o.total_kobo,
          o.fee_kobo + coalesce(sum(i.price_kobo * i.quantity), 0)) as violation
        from orders o left join order_items i on i.order_id = o.id
        group by o.id having count(i.order_id) = 0 or o.total_kobo <> o.fee_kobo + sum(i.price_kobo * i.quantity)`,
    },
    {
      name: 'paid orders know their payment',
      query: sql`select format('Order %s is paid without %s', id, concat_ws(' and ',
          case when paid_at is null then 'a time' end,
          case when coalesce(transaction_id, '') = '' then 'a transaction of Paystack''s' end,
          case when reference = '' then 'a reference' end)) as violation
        from orders where status = 'paid'
          and (paid_at is null or coalesce(transaction_id, '') = '' or reference = '')`,
    },
    {
      name: 'paid in full',
      query: sql`select format('Order %s is paid with %s %s, and asks for %s kobo', id,
          coalesce(paid_amount::text, 'nothing'), coalesce(paid_currency, ''), total_kobo) as violation
        from orders where status = 'paid'
          and (paid_amount is null or paid_amount < total_kobo or paid_currency is distinct from 'NGN')`,
    },
    {
      name: 'one reference, one order',
      query: sql`select format('Orders %s share the reference %s', string_agg(id, ', ' order by id), reference) as violation
        from orders group by reference having count(*) > 1`,
    },
    {
      name: 'one transaction, one paid order',
      query: sql`select format('Orders %s are paid by one transaction, %s', string_agg(id, ', ' order by id), transaction_id) as violation
        from orders where status = 'paid' and transaction_id is not null
        group by transaction_id having count(*) > 1`,
    },
    {
      name: 'paid orders are confirmed',
      // Not of a deleted account; and whoever deletes an account takes along letters of others' orders to that address.
      query: sql`select format('Order %s is paid, and no letter confirms it', o.id) as violation
        from orders o left join accounts a on a.id = o.account_id
        where o.status = 'paid' and o.erase_at is null and (a.id is null or a.email = o.email)
          and not exists (select from mails where mails.id = ${ORDER_PAID_MAIL}::text || o.id)`,
    },
    {
      name: 'the merchant hears of paid orders',
      // Of those made since there are books of the stock: the shop began to tell the merchant with the same version.
      query: sql`select format('Order %s is paid, and no letter tells the merchant', id) as violation
        from orders o where status = 'paid' and (erase_at is null or full_name <> '')
          and created_at >= (select min(at) from stock_movements)
          and not exists (select from mails where mails.id = ${MERCHANT_MAIL.paid}::text || o.id)`,
    },
    {
      name: 'the merchant hears of refunds',
      query: sql`select format('Order %s needs a refund, and no letter tells the merchant', id) as violation
        from orders o where refund_needed
          and not exists (select from mails where mails.id = ${MERCHANT_MAIL.refund}::text || o.id)`,
    },
    {
      name: 'letters tell what happened',
      query: sql`select format('Letter %s says that order %s is paid, and it is %s', m.id, o.id, o.status) as violation
        from orders o join mails m on m.id in (${ORDER_PAID_MAIL}::text || o.id, ${MERCHANT_MAIL.paid}::text || o.id)
        where o.status <> 'paid'`,
    },
    {
      name: 'refunds of what bought nothing',
      query: sql`select format('Order %s needs a refund, and is %s', id, status) as violation
        from orders where refund_needed and status not in ('failed', 'cancelled')`,
    },
    {
      name: 'refunded what was due',
      query: sql`select format('Order %s is refunded, and no money of it had to go back', id) as violation
        from orders where refunded_at is not null and not refund_needed and reversed_at is null`,
    },
    {
      name: 'reversed what had ended',
      query: sql`select format('The payment of order %s is reversed, and it is %s', id, status) as violation
        from orders where reversed_at is not null and status not in ('paid', 'failed')`,
    },
    {
      name: 'pending orders come to an end',
      query: sql`select format('Order %s is pending since %s UTC, its hold ended at %s: does the shop run, and reach Paystack?', id,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
          to_char(hold_expires_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as violation
        from orders where status = 'pending' and now() > least(
          hold_expires_at + ${SWEEP_ALLOWANCE_MINUTES}::int * interval '1 minute',
          created_at + ${FIRST_HOLD_MINUTES + 2 * HOLD_MINUTES + 2 * SWEEP_ALLOWANCE_MINUTES}::int * interval '1 minute')`,
    },
  ];
}

/**
 * Orders whose movements in the books are not what their status asks for. Only of products that were in the books
 * when the order was made: one that was removed took its books along. A movement of no order at all is one too many.
 */
function bottlesOf(column: 'stock' | 'sold', wanted: SQL, words: string): SQL {
  const moved = sql.identifier(column);
  return sql`
    with wanted as (
      select o.id as order_id, i.product_id, o.status, o.created_at, ${wanted} as bottles
      from orders o join order_items i on i.order_id = o.id
    ), booked as (
      select order_id, product_id, sum(${moved}) as bottles
      from stock_movements where order_id is not null group by order_id, product_id
    ), opened as (
      select product_id, min(at) as at from stock_movements where kind = 'opening' group by product_id
    )
    select format('Order %s (%s) ' || ${words} || ' %s by %s instead of %s', order_id,
      coalesce(w.status, 'not there'), product_id, coalesce(b.bottles, 0), coalesce(w.bottles, 0)) as violation
    from wanted w full join booked b using (order_id, product_id) left join opened using (product_id)
    where coalesce(w.bottles, 0) <> coalesce(b.bottles, 0)
      and (w.created_at is null or opened.at <= w.created_at)`;
}
