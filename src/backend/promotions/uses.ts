import { type SQL, sql } from 'drizzle-orm';
import { isBought, unitsKept } from '#backend/base/still-counts.ts';

/** Whether an order `o` that costs nothing has come back. No money goes back that would say so. */
const isBack: SQL = sql`(o.total_kobo = 0 and (
  exists (select from standing_steps s where s.order_id = o.id and s.step = 'returned')
  or not exists (select from order_items i where i.order_id = o.id and ${unitsKept} > 0)))`;

/**
 * Whether the promotions of an order `o` count as used: while it waits for its payment, and once it is bought. An order
 * that was replaced, failed, ended or wholly refunded does not count, nor does one that cost nothing and has come back.
 * An order whose payment comes late counts again, even beyond a limit, because the discount was paid for.
 */
export const isUsed: SQL = sql`((o.status = 'pending' and not ${isBack}) or ${isBought(sql`o`)})`;

/** The uses that count, as rows of `u` with their orders `o`. */
export const uses: SQL = sql`promotion_uses u join orders o on o.id = u.order_id and ${isUsed}`;

/** The id of the refund or dispute that has ended a code. Without either, staff have. */
export type EndedBy = { refund: number | null; dispute: string | null };

/**
 * Whether a line of the order of a refund `r` is one of the code. If an old code has no lines, all samples of its
 * fragrance count.
 */
const isItsLine = (line: SQL) =>
  sql`case when promotion_codes.terms ? 'lines' then promotion_codes.terms->'lines' @> to_jsonb(${line}) else exists (
  select from order_items i join products p on p.id = i.product_id
  where i.order_id = r.order_id and i.position = ${line} and p.sample is not null
    and card_key(p.size_group, p.id) = card_key(promotion_codes.terms->>'group', p.id)) end`;

/**
 * The refund or dispute that ended the code of a sample in `promotion_codes`; null while it counts. These end it: a
 * refund for a line of its sample, or for its return, that has not failed; a refund without a line, or a lost
 * dispute, of at least the price of the sample; and anything that leaves nothing of the payment. Staff may end a
 * code or give it back. After that, only later events end it again.
 */
export const endedBy = sql<EndedBy | null>`case
  when promotion_codes.staff_ended_at is not null then json_build_object('refund', null, 'dispute', null) else (
    select json_build_object('refund', e.refund, 'dispute', e.dispute) from (
      select r.id as refund, null as dispute, r.heard_at as at,
        case when r.line is not null then ${isItsLine(sql`r.line`)}
          when r.return_id is not null then exists (
            select from return_lines l where l.return_id = r.return_id and l.received > 0 and ${isItsLine(sql`l.position`)})
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
