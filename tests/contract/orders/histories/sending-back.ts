import { asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Backend } from '#backend/backend.ts';
import type { Database } from '#backend/db/connect.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { orderItems, orders } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { forReturn } from '#backend/refunds/purpose.ts';
import { askReturn } from '#backend/returns/asking.ts';
import { answerReturn, endReturn, receiveReturn } from '#backend/returns/deciding.ts';
import { type ReturnRow, returnLines, returns } from '#backend/returns/tables.ts';
import { returnState } from '#backend/returns/view.ts';
import type { Choice } from '#demo/seeded-choice.ts';
import { request } from '../../returns/returned.harness.ts';
import { BOLA, REFUND } from '../../shop.harness.ts';

/**
 * Brings a return of some order that went out one step further, or asks for another one. Staff and customer may do
 * anything at any time, twice at once, and with more units or money than there are: the shop refuses what is wrong.
 * @returns the references of the orders that replace goods.
 */
export async function sendBack({ services }: Backend, choice: Choice): Promise<string[]> {
  const { db, checkout, refunds } = services;
  const gone = await db
    .select()
    .from(orders)
    .where(isNotNull(orders.acceptedAt))
    .orderBy(asc(orders.createdAt));
  if (gone.length === 0) return [];
  // Most often staff go on with a return that is open.
  const open = await db
    .select({ id: returns.orderId })
    .from(returns)
    .where(isNull(returns.endedAt))
    .orderBy(asc(returns.id));
  const wanted = open.length > 0 && choice.chance(0.8) ? choice.of(open).id : null;
  const order = gone.find(({ id }) => id === wanted) ?? choice.of(gone);
  const asked = await db
    .select()
    .from(returns)
    .where(eq(returns.orderId, order.id))
    .orderBy(asc(returns.id));
  if (asked.length === 0 || choice.chance(0.2)) {
    const parcel = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
    await recordStep(services, order.id, { ...parcel, actor: BOLA });
    if (choice.chance(0.8))
      await recordStep(services, order.id, { step: 'delivered', actor: BOLA });
    const lines = await db
      .select()
      .from(orderItems)
      .where(eq(orderItems.orderId, order.id))
      .orderBy(asc(orderItems.position));
    const items = choice.some(lines, 1, 2).map(({ position, quantity }) => ({
      item: position,
      quantity: choice.whole(1, quantity),
    }));
    const reason = choice.of(['broken', 'mind'] as const);
    await askReturn(services, order.id, request({ items, reason, opened: choice.chance(0.1) }));
    return [];
  }
  const row = choice.of(asked);
  const { id } = row;
  const answer = (accepts: boolean) =>
    answerReturn(services, id, { accepts, text: 'Give it to the courier.', actor: BOLA });
  const receive = async () => {
    const lines = await db
      .select()
      .from(returnLines)
      .where(eq(returnLines.returnId, id))
      .orderBy(asc(returnLines.position));
    const back = lines.map(({ position, quantity }) => ({
      position,
      restocked: choice.whole(0, quantity),
      writtenOff: choice.whole(0, choice.chance(0.5) ? 1 : 0),
    }));
    return receiveReturn(services, id, { back, actor: BOLA });
  };
  const pay = (byHand: boolean) => {
    const share = (row.goodsKobo ?? 0) + (row.feeKobo ?? 0);
    const amountKobo = Math.max(1, choice.of([share, share, row.goodsKobo ?? 0, 100_000]));
    const refund = { ...REFUND, amountKobo, for: forReturn(id), key: 'return' };
    return byHand ? recordByHand(services, order.id, refund) : refunds.refund(order.id, refund);
  };
  const exchange = () =>
    checkout.exchange(id, {
      productId: choice.of(['oud', 'musk', 'box']),
      quantity: choice.whole(1, 2),
      withDifference: choice.chance(0.5),
      actor: BOLA,
    });
  const settle = [
    () => pay(true),
    () => pay(true),
    () => pay(false),
    () => pay(false),
    exchange,
    exchange,
    () => endReturn(services, id, BOLA),
  ];
  const steps = {
    asked: [...Array.from({ length: 6 }, () => () => answer(true)), () => answer(false)],
    accepted: [...Array.from({ length: 6 }, () => receive), () => answer(false)],
    received: settle,
    ended: settle,
    refused: [receive, ...settle],
  }[returnState(row)];
  const some = choice.chance(0.3) ? [choice.of(steps), choice.of(steps)] : [choice.of(steps)];
  await Promise.all(some.map((step) => step()));
  const replacing = await db
    .select({ reference: orders.reference })
    .from(orders)
    .where(sql`${orders.id} in (select exchange_id from returns where id = ${id})`);
  return replacing.map(({ reference }) => reference);
}

type Settled = Pick<ReturnRow, 'id' | 'goodsKobo' | 'feeKobo' | 'exchangeKobo'> &
  Record<'refused' | 'received' | 'ended' | 'replaced', boolean> & { paid: number };

/** Returns what is wrong with returns, in words, by their rows alone. */
export async function returnFaults(db: Database): Promise<string[]> {
  const { rows } = await db.execute<Settled & Record<string, unknown>>(sql`select r.id::int,
      r.goods_kobo::int as "goodsKobo", r.fee_kobo::int as "feeKobo", r.exchange_kobo::int as "exchangeKobo",
      r.refused_at is not null as refused, r.received_at is not null as received, r.ended_at is not null as ended,
      exists (select from orders o where o.id = r.exchange_id and o.accepted_at is not null) as replaced,
      (select coalesce(sum(amount), 0)::int from refunds p where p.return_id = r.id and p.status <> 'failed') as paid
    from returns r order by r.id`);
  const faults = rows.flatMap((row) => {
    const most = (row.goodsKobo ?? 0) + (row.feeKobo ?? 0) - (row.replaced ? row.exchangeKobo : 0);
    const isSettled = row.refused || row.paid > 0 || row.replaced || row.goodsKobo === 0;
    return [
      ...(row.paid > most ? [`return ${row.id} brought ${row.paid} of ${most} kobo`] : []),
      ...(row.paid > 0 && !row.received ? [`return ${row.id} is paid, and did not arrive`] : []),
      ...(row.ended && !isSettled ? [`return ${row.id} has ended without an end`] : []),
      ...(!row.ended && row.paid > 0 ? [`return ${row.id} is paid back, and open`] : []),
    ];
  });
  const { rows: beyond } = await db.execute<{ line: string }>(sql`
    select format('the returns of %s are worth %s of %s kobo', r.order_id, sum(r.goods_kobo + r.fee_kobo), m.received) as line
    from returns r join order_money m using (order_id) group by r.order_id, m.received
    having sum(r.goods_kobo + r.fee_kobo) > coalesce(m.received, 0)`);
  return [...faults, ...beyond.map(({ line }) => line)];
}
