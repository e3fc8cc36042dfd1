import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/** The sums of a customer's rows, computed without any rule of the shop. */
export interface Reckoning {
  samplesLeft: number;
  /** The number of times that she has used the code TEN. */
  uses: number;
  /** Each code from a sample: the answer to a shopper who types it, or 'counts'. */
  codes: Record<string, 'counts' | 'ended' | 'used_up'>;
  /** The amount of each order that can still be refunded, in kobo. */
  remaining: Record<string, number>;
  toPack: string[];
  /** The products that a review by her would call bought here. */
  bought: string[];
}

interface Rows extends Record<string, unknown> {
  orders: {
    id: string;
    status: string;
    paid_amount: number | null;
    reversed_at: string | null;
    promotion: { lines: number[] } | null;
  }[];
  items: {
    order_id: string;
    position: number;
    product_id: string;
    price_kobo: number;
    quantity: number;
  }[];
  refunds: {
    order_id: string;
    status: string;
    amount: number;
    purpose: string | null;
    line: number | null;
    at: number;
  }[];
  disputes: {
    order_id: string;
    status: string;
    resolution: string | null;
    amount: number | null;
    at: number;
  }[];
  codes: {
    code: string;
    order_id: string;
    kobo: number;
    group: string;
    lines: number[] | null;
    ended: boolean;
    back: number | null;
  }[];
  uses: { order_id: string; code: string | null }[];
}

const MOST_SAMPLES = 3;

/** Microseconds: a Date has none, and two events of one history may be closer. */
const micros = (column: string) => sql.raw(`extract(epoch from ${column}) * 1000000`);

async function rowsOf(db: Database, email: string): Promise<Rows> {
  const hers = sql`order_id in (select id from orders where email = ${email})`;
  const list = (query: ReturnType<typeof sql>) =>
    sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`;
  const { rows } = await db.execute<Rows>(sql`select
    ${list(sql`select id, status, received as paid_amount, reversed_at, promotion from orders join order_money on order_id = id where email = ${email} order by id`)} as orders,
    ${list(sql`select * from order_items where ${hers} order by order_id, position`)} as items,
    ${list(sql`select *, ${micros('heard_at')} as at from refunds where ${hers} order by id`)} as refunds,
    ${list(sql`select *, ${micros('updated_at')} as at from disputes where ${hers}`)} as disputes,
    ${list(sql`select code, order_id, (terms->>'kobo')::bigint as kobo, terms->>'group' as group, terms->'lines' as lines,
      staff_ended_at is not null as ended, ${micros('given_back_at')} as back from promotion_codes where ${hers}`)} as codes,
    ${list(sql`select * from promotion_uses where ${hers}`)} as uses`);
  const [found] = rows;
  if (!found) throw new Error('The database returned no row');
  return found;
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** Computes it from the rows alone. */
export async function reckon(db: Database, email: string): Promise<Reckoning> {
  const { orders, items, refunds, disputes, codes, uses } = await rowsOf(db, email);
  const of = <T extends { order_id: string }>(rows: readonly T[], id: string) =>
    rows.filter(({ order_id }) => order_id === id);
  const lost = (id: string) =>
    of(disputes, id).filter(
      ({ status, resolution }) => status === 'resolved' && resolution !== 'declined',
    );
  const amounts = (rows: readonly { amount: number | null }[], whole = 0) =>
    sum(rows.map(({ amount }) => amount ?? whole));
  const money = orders.map(({ id, status, paid_amount, reversed_at }) => {
    const received = paid_amount ?? 0;
    const back = of(refunds, id).filter((refund) => refund.status !== 'failed');
    const done = amounts(back.filter((refund) => refund.status === 'done'));
    const remaining = Math.max(0, received - amounts(back) - amounts(lost(id), received));
    const isKept = status === 'paid' && done < received;
    return { id, remaining, isKept, counts: status === 'pending' || isKept, reversed_at, status };
  });
  const moneyOf = (id: string) => money.find((order) => order.id === id);
  /** Returns the units of a line whose price has not been refunded. */
  const kept = ({ order_id, position, price_kobo, quantity }: Rows['items'][number]) => {
    const taken = orders.find(({ id }) => id === order_id)?.promotion?.lines[position] ?? 0;
    const one = Math.max(1, Math.floor((price_kobo * quantity - taken) / quantity));
    const back = of(refunds, order_id).filter(
      ({ line, status }) => line === position && status === 'done',
    );
    return Math.max(0, quantity - Math.floor(amounts(back) / one));
  };
  const samples = items.filter(
    (item) => item.product_id.endsWith('-try') && moneyOf(item.order_id)?.counts,
  );
  const stateOf = (code: Rows['codes'][number]) => {
    const used = uses.some((use) => use.code === code.code && moneyOf(use.order_id)?.counts);
    const isItsLine = (line: number | null) =>
      code.lines
        ? code.lines.some((own) => own === line)
        : of(items, code.order_id).some(
            (item) => item.position === line && item.product_id === `${code.group}-try`,
          );
    const order = orders.find(({ id }) => id === code.order_id);
    const allGone = moneyOf(code.order_id)?.remaining === 0;
    const enders = [
      ...of(refunds, code.order_id)
        .filter(
          ({ status, purpose, line, amount }) =>
            status !== 'failed' &&
            (allGone || (purpose === null ? amount >= code.kobo : isItsLine(line))),
        )
        .map(({ at }) => at),
      ...lost(code.order_id)
        .filter(({ amount }) => allGone || (amount ?? order?.paid_amount ?? 0) >= code.kobo)
        .map(({ at }) => at),
    ];
    const ended = code.ended || enders.some((at) => code.back === null || at > code.back);
    return ended ? 'ended' : used ? 'used_up' : 'counts';
  };
  return {
    samplesLeft: Math.max(0, MOST_SAMPLES - sum(samples.map(kept))),
    uses: uses.filter(({ code, order_id }) => code === 'TEN' && moneyOf(order_id)?.counts).length,
    codes: Object.fromEntries(codes.map((code) => [code.code, stateOf(code)])),
    remaining: Object.fromEntries(money.map(({ id, remaining }) => [id, remaining])),
    toPack: money
      .filter(
        ({ status, remaining, reversed_at }) => status === 'paid' && remaining > 0 && !reversed_at,
      )
      .map(({ id }) => id),
    bought: [
      ...new Set(
        items
          .filter((item) => moneyOf(item.order_id)?.isKept && kept(item) > 0)
          .map(({ product_id }) => product_id),
      ),
    ].sort(),
  };
}
