import { sql } from 'drizzle-orm';
import { RETURN_EMAIL_PREFIX } from '#backend/refunds/merchant-emails.ts';
import type { AuditRule } from './rule.ts';

/** Minutes for which verify may know less than a webhook. */
const UNCONFIRMED_MINUTES = 60;

/** The rules of the provider's webhooks, and of purchases with several orders (decisions 12 and 13). */
export const WEBHOOK_RULES: readonly AuditRule[] = [
  {
    name: 'a purchase is paid once',
    query: sql`select format('Orders %s are the same purchase, and all are paid', string_agg(id, ', ' order by id)) as violation
      from orders where status = 'paid' group by purchase_id having count(*) > 1`,
  },
  {
    name: 'a purchase waits once',
    query: sql`select format('Orders %s are the same purchase, and all are pending', string_agg(id, ', ' order by id)) as violation
      from orders where status = 'pending' group by purchase_id having count(*) > 1`,
  },
  {
    name: 'news of payments is confirmed',
    query: sql`select format('The provider has sent news of order %s since %s UTC that its verify call does not confirm. Look into its dashboard',
        order_id, to_char(news_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as violation
      from payments where order_id is not null and news_at < now() - ${UNCONFIRMED_MINUTES}::int * interval '1 minute'`,
  },
  {
    name: 'each payment has an order',
    query: sql`select format('The provider has a payment that no order has: %s %s from %s, reference %s', currency,
        to_char(received / 100.0, 'FM999999999990.00'), coalesce(payer->>'email', 'an unknown address'), reference) as violation
      from payments where order_id is null and found_at is not null and settled_at is null and not other_shop`,
  },
  {
    name: 'the merchant is told of each refund',
    query: sql`select format('The provider refunds order %s, but no email tells the merchant', order_id) as violation
      from refunds r where status <> 'requested' and refusal is null and not by_hand and order_id is not null
        and not exists (select from emails where emails.id in
          (${RETURN_EMAIL_PREFIX.refund}::text || r.id, ${RETURN_EMAIL_PREFIX.refundFailed}::text || r.id, ${RETURN_EMAIL_PREFIX.refundAccount}::text || r.id))`,
  },
  {
    name: 'the merchant is told of each dispute',
    query: sql`select format('The payment of order %s is disputed, but no email tells the merchant', order_id) as violation
      from disputes d where order_id is not null and not exists (select from emails where emails.id in
        (${RETURN_EMAIL_PREFIX.dispute}::text || d.id, ${RETURN_EMAIL_PREFIX.disputeEnded}::text || d.id))`,
  },
];
