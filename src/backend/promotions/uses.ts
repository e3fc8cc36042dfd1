import { type SQL, sql } from 'drizzle-orm';
import { isBought } from '#backend/base/still-counts.ts';

/**
 * Whether the promotions of an order `o` count as used: while it waits for its payment and once it is bought. An order
 * that was replaced, has failed or ended, or whose money the shop has all paid back, gives its uses back by that
 * alone. One whose payment comes late counts again, also beyond a limit: the discount was paid for.
 */
export const isUsed: SQL = sql`(o.status = 'pending' or ${isBought(sql`o`)})`;

/** The uses that count, as rows of `u` with their orders `o`. */
export const uses: SQL = sql`promotion_uses u join orders o on o.id = u.order_id and ${isUsed}`;

/** The id of the refund or dispute that has ended a code. Neither: staff have. */
export type EndedBy = { refund: number | null; dispute: string | null };

/**
 * Whether a refund `r` is for a line that the code is from. A code from before refunds named lines is from all samples
 * of its fragrance.
 */
const isItsLine = sql`case when promotion_codes.terms ? 'lines' then promotion_codes.terms->'lines' @> to_jsonb(r.line) else exists (
  select from order_items i join products p on p.id = i.product_id
  where i.order_id = r.order_id and i.position = r.line and p.sample is not null
    and card_key(p.size_group, p.id) = card_key(promotion_codes.terms->>'group', p.id)) end`;

/**
 * What has ended the code of a sample in `promotion_codes`; null while it counts. A refund that has not failed ends it
 * if it is for a line of its sample; one that names nothing, and a lost dispute, if it is at least the price of the
 * sample; and whatever leaves nothing of the payment. Staff may end a code, and give it back: then only what came
 * later ends it again.
 */
export const endedBy = sql<EndedBy | null>`case
  when promotion_codes.staff_ended_at is not null then json_build_object('refund', null, 'dispute', null) else (
    select json_build_object('refund', e.refund, 'dispute', e.dispute) from (
      select r.id as refund, null as dispute, r.heard_at as at,
        case when r.line is not null then ${isItsLine}
          else r.purpose is null and r.amount >= (promotion_codes.terms->>'kobo')::bigint end as enough
      from refunds r where r.order_id = promotion_codes.order_id and r.status <> 'failed'
      union all
      select null, d.id, d.updated_at, coalesce(d.amount >= (promotion_codes.terms->>'kobo')::bigint, true)
      from disputes d where d.order_id = promotion_codes.order_id and d.has_taken
    ) e
    where e.at > coalesce(promotion_codes.given_back_at, '-infinity')
      and (e.enough or (select m.remaining = 0 from order_money m where m.order_id = promotion_codes.order_id))
    order by e.enough desc, case when e.enough then e.at end, e.at desc limit 1
  ) end`;
