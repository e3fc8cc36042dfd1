import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orderItems, orders } from '#backend/db/order-tables.ts';
import type { Settlement } from '#backend/services/payments/settlement.ts';
import { orderNumber } from '#domain/order.ts';

/** What the merchant can ask for; `refund` is money that came for nothing and has not been sent back. */
export const DESK_STATUSES = ['paid', 'pending', 'failed', 'cancelled', 'refund'] as const;

/** Which orders; days as in Africa/Lagos ('2026-11-21'), when the order was placed, both ends included. */
export interface OrderFilter {
  status?: (typeof DESK_STATUSES)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** An order with its lines, as the merchant sees it. */
export interface DeskOrder extends OrderRow {
  items: { productId: string; name: string; priceKobo: number; quantity: number }[];
}

/** Something done to an order, or the sentence that says why not. */
export type DeskAnswer = { ok: true; order: OrderRow } | { ok: false; sentence: string };

/** Orders held in memory at once. */
const PAGE = 500;

/** The orders, newest first, a page in memory at a time. One placed meanwhile is not among them. */
export async function* eachOrder(db: Database, filter: OrderFilter): AsyncGenerator<DeskOrder> {
  const wanted = conditions(filter);
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      // As text, since a Date has no microseconds and would pass some over.
      .select({ row: orders, at: sql<string>`${orders.createdAt}::text` })
      .from(orders)
      .where(and(...wanted, after))
      // Nulls last, as in the index orders_by_created, which else is of no use.
      .orderBy(sql`${orders.createdAt} desc nulls last`, desc(orders.id))
      .limit(PAGE);
    yield* await withItems(
      db,
      rows.map(({ row }) => row),
    );
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = sql`(${orders.createdAt}, ${orders.id}) < (${last.at}::timestamptz, ${last.row.id})`;
  }
}

function conditions({ status, from, to }: OrderFilter): SQL[] {
  const start = (day: string, add: number) =>
    sql`((${day}::date + ${add}::int)::timestamp at time zone 'Africa/Lagos')`;
  return [
    ...(status === 'refund'
      ? [sql`${orders.refundNeeded} and ${orders.refundedAt} is null`]
      : status
        ? [eq(orders.status, status)]
        : []),
    ...(from ? [sql`${orders.createdAt} >= ${start(from, 0)}`] : []),
    ...(to ? [sql`${orders.createdAt} < ${start(to, 1)}`] : []),
  ];
}

async function withItems(db: Database, rows: readonly OrderRow[]): Promise<DeskOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const byOrder = Map.groupBy(items, (item) => item.orderId);
  return rows.map((row) => ({ ...row, items: byOrder.get(row.id) ?? [] }));
}

/** The order of this id, payment reference, or number (the last five letters); or why it is not clear which. */
export async function findByName(
  db: Database,
  name: string,
): Promise<{ ok: true; order: DeskOrder } | { ok: false; sentence: string }> {
  const wanted = name.replace(/^#/, '').toLowerCase();
  const rows = await db
    .select()
    .from(orders)
    .where(
      or(
        eq(orders.id, wanted),
        eq(orders.reference, name),
        wanted.length === 5 ? sql`right(${orders.id}, 5) = ${wanted}` : undefined,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(20);
  const [order, ...others] = await withItems(db, rows);
  if (!order) {
    const sentence = `No order is called '${name}'. Give its id, its payment reference, or its number.`;
    return { ok: false, sentence };
  }
  if (others.length > 0) {
    const ids = rows.map((row) => row.id).join(', ');
    return { ok: false, sentence: `More than one order has the number ${name}: ${ids}.` };
  }
  return { ok: true, order };
}

/**
 * Cancels a pending order: its bottles go back. Paystack is asked first, so that money that has come is not lost;
 * money that comes later makes it paid if the bottles are still there, else asks for a refund.
 */
export async function cancelOrder(settlement: Settlement, order: OrderRow): Promise<DeskAnswer> {
  const name = `Order #${orderNumber(order.id)}`;
  if (order.status !== 'pending') {
    return refuse(`${name} is ${order.status}: only a pending order can be cancelled`);
  }
  const after = await settlement.cancel(order.id);
  if (!after) {
    return refuse(
      `Paystack could not be asked whether order #${orderNumber(order.id)} is paid, so it was left as it is`,
    );
  }
  if (after.status === 'cancelled') return { ok: true, order: after };
  if (after.status === 'paid') return refuse(`${name} has just been paid, and was not cancelled`);
  return refuse(`${name} has just ended as ${after.status}: ${after.remark ?? 'no reason given'}`);
}

/** Notes that the money of an order has been sent back, so that it is no longer among those that wait for it. */
export async function markRefunded(db: Database, order: OrderRow): Promise<DeskAnswer> {
  const name = `Order #${orderNumber(order.id)}`;
  return db.transaction(async (transaction) => {
    const [row] = await transaction
      .select()
      .from(orders)
      .where(eq(orders.id, order.id))
      .for('no key update');
    if (!row) return refuse(`${name} is gone`);
    if (row.refundedAt) return refuse(`${name} was marked as refunded before`);
    if (!row.refundNeeded && !row.reversedAt) {
      return refuse(`${name} is ${row.status}, and no money of it has to go back`);
    }
    const [after] = await transaction
      .update(orders)
      .set({ refundedAt: sql`now()` })
      .where(eq(orders.id, order.id))
      .returning();
    return after ? { ok: true, order: after } : refuse(`${name} is gone`);
  });
}

const refuse = (sentence: string): DeskAnswer => ({ ok: false, sentence: `${sentence}.` });
