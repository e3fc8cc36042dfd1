import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { standingSteps } from '#backend/fulfilment/tables.ts';
import { isPaid, isUnpaidAccepted } from '#backend/orders/status.ts';
import { type OrderRow, restocks } from '#backend/orders/tables.ts';
import { company } from '#config/company.ts';
import type { OrderReturns } from '#contract/order-return.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type ReturnReason, returnUntil } from '#domain/returns/rules.ts';
import { type ReturnRow, returnLines, returnPictures, returns, unitsAsked } from './tables.ts';

/** The progress of a return. */
export const returnState = ({
  acceptedAt,
  refusedAt,
  receivedAt,
  endedAt,
}: Pick<ReturnRow, 'acceptedAt' | 'refusedAt' | 'receivedAt' | 'endedAt'>) =>
  refusedAt
    ? 'refused'
    : endedAt
      ? 'ended'
      : receivedAt
        ? 'received'
        : acceptedAt
          ? 'accepted'
          : ('asked' as const);

/**
 * Returns the units of each line that can still be asked for, by order. Only of goods that were sent and did not
 * come back.
 */
export async function unitsLeft(
  db: Pick<Database, 'execute'>,
  ids: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await db.execute<{ id: string; left: number[] }>(sql`
    select i.order_id as id, array_agg(i.quantity - ${unitsAsked} order by i.position) as left
    from order_items i where i.order_id = any(${sql.param([...ids])}::text[])
      and exists (select from ${standingSteps} s where s.order_id = i.order_id and s.step = 'shipped')
      and not exists (select from ${standingSteps} s where s.order_id = i.order_id and s.step = 'returned')
      and not exists (select from ${restocks} r where r.order_id = i.order_id)
    group by i.order_id`);
  return new Map(rows.map(({ id, left }) => [id, left]));
}

/** Whether goods of an order may come back: it is paid, or there was nothing to pay. */
export const isKept = (order: OrderRow): boolean =>
  isPaid(order) || (isUnpaidAccepted(order) && order.totalKobo === 0);

/**
 * Returns the returns of each order as its customer sees them. Nothing for an order of which nothing can come back.
 */
export async function viewReturns(
  db: Pick<Database, 'select' | 'execute'>,
  orders: readonly OrderRow[],
): Promise<(order: OrderRow) => { returns?: OrderReturns }> {
  const { online, days, courierPaidBy } = company.returns;
  const ids = orders.filter(isKept).map(({ id }) => id);
  if (!online || ids.length === 0) return () => ({});
  const [left, asked, lines, pictures] = await Promise.all([
    unitsLeft(db, ids),
    db.select().from(returns).where(inArray(returns.orderId, ids)).orderBy(asc(returns.id)),
    db
      .select()
      .from(returnLines)
      .where(inArray(returnLines.orderId, ids))
      .orderBy(asc(returnLines.position)),
    db
      .select({ of: returnPictures.returnId, preview: returnPictures.preview })
      .from(returnPictures)
      .where(
        sql`${returnPictures.returnId} in (select id from ${returns} where ${inArray(returns.orderId, ids)})`,
      )
      .orderBy(asc(returnPictures.id)),
  ]);
  return (order) => {
    const own = asked.filter(({ orderId }) => orderId === order.id);
    const units = left.get(order.id);
    if (!units && own.length === 0) return {};
    const until = (reason: ReturnReason) =>
      returnUntil(reason, order.arrivedAt && +order.arrivedAt, days) ?? Number.NaN;
    const mind = until('mind');
    const isOver = until('broken') < Date.now();
    return {
      returns: {
        left: isOver ? [] : (units ?? []),
        until: mind > Date.now() ? new Date(mind).toISOString() : null,
        opened: online.opened,
        courierPaidBy,
        asked: own.map((row) => ({
          id: row.id,
          at: row.askedAt.toISOString(),
          items: lines.flatMap(({ returnId, position, quantity }) =>
            returnId === row.id ? { item: position, quantity } : [],
          ),
          reason: row.reason,
          wish: row.wish,
          words: row.words,
          state: returnState(row),
          answer: row.answer,
          exchange: row.exchangeId && orderNumber(row.exchangeId),
          pictures: pictures.flatMap(({ of, preview }) =>
            of === row.id
              ? `data:image/webp;base64,${Buffer.from(preview).toString('base64')}`
              : [],
          ),
        })),
      },
    };
  };
}
