import { and, asc, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import {
  type FulfilmentRow,
  fulfilmentSteps,
  restocks,
} from '#backend/db/tables/fulfilment-tables.ts';
import { type OrderRow, orderItems, orders } from '#backend/db/tables/order-tables.ts';
import {
  type DisputeRow,
  disputes,
  type RefundRow,
  refunds,
} from '#backend/db/tables/refund-tables.ts';
import { isToPack } from '#backend/services/fulfilment/to-pack.ts';
import type { Settlement } from '#backend/services/payments/settlement.ts';
import { hasUnpaidRefund } from '#backend/services/refunds/unpaid.ts';
import { orderNumber } from '#domain/order.ts';
import type { AdminStatus, OrderFilter } from './filter.ts';
import { isOpenDispute } from './refunds.ts';

/** An order with its lines, the steps of its goods, and what Paystack has told of its payment since. */
export interface AdminOrder extends OrderRow {
  items: { productId: string; name: string; priceKobo: number; quantity: number }[];
  /** Oldest first. */
  steps: FulfilmentRow[];
  /** When its units came back into stock. */
  restocked: { at: Date } | null;
  refunds: RefundRow[];
  disputes: DisputeRow[];
}

/** The changed order, or a sentence that says why it was not changed. */
export type AdminResult = { ok: true; order: OrderRow } | { ok: false; sentence: string };

/** Orders in memory at once. */
const PAGE = 500;

/** The orders, newest first, one page in memory at a time. Leaves out orders placed while it reads. */
export async function* eachOrder(db: Database, filter: OrderFilter): AsyncGenerator<AdminOrder> {
  const wanted = conditions(filter);
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      // As text: a Date has no microseconds, and would skip orders.
      .select({ row: orders, at: sql<string>`${orders.createdAt}::text` })
      .from(orders)
      .where(and(...wanted, after))
      // Nulls last, or PostgreSQL cannot use the index orders_by_created.
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

function conditions({ status, toPack, from, to }: OrderFilter): SQL[] {
  const start = (day: string, add: number) =>
    sql`((${day}::date + ${add}::int)::timestamp at time zone 'Africa/Lagos')`;
  return [
    ...(status ? [withStatus(status)] : []),
    ...(toPack ? [isToPack] : []),
    ...(from ? [sql`${orders.createdAt} >= ${start(from, 0)}`] : []),
    ...(to ? [sql`${orders.createdAt} < ${start(to, 1)}`] : []),
  ];
}

function withStatus(status: AdminStatus): SQL {
  switch (status) {
    case 'refund':
      // The first condition follows from the second, and finds the few orders by indexes.
      return sql`${orders.id} in (
          select due.id from ${orders} due where due.refund_needed and due.refunded_at is null
          union all select r.order_id from ${refunds} r where r.status in ('failed', 'needs-attention'))
        and ${orders.refundedAt} is null and (${orders.refundNeeded} or ${hasUnpaidRefund})`;
    case 'dispute':
      return sql`exists (select from ${disputes} where ${disputes.orderId} = ${orders.id} and ${isOpenDispute})`;
    case 'reversed':
      return isNotNull(orders.reversedAt);
    default:
      return eq(orders.status, status);
  }
}

async function withItems(db: Database, rows: readonly OrderRow[]): Promise<AdminOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position));
  const paidBack = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.id));
  const disputed = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.orderId, ids))
    .orderBy(asc(disputes.heardAt), asc(disputes.id));
  const steps = await db
    .select()
    .from(fulfilmentSteps)
    .where(inArray(fulfilmentSteps.orderId, ids))
    .orderBy(asc(fulfilmentSteps.id));
  const back = await db.select().from(restocks).where(inArray(restocks.orderId, ids));
  const stepsOf = Map.groupBy(steps, (step) => step.orderId);
  const [itemsOf, refundsOf, disputesOf] = [
    Map.groupBy(items, (item) => item.orderId),
    Map.groupBy(paidBack, (refund) => refund.orderId),
    Map.groupBy(disputed, (dispute) => dispute.orderId),
  ];
  return rows.map((row) => ({
    ...row,
    items: itemsOf.get(row.id) ?? [],
    steps: stepsOf.get(row.id) ?? [],
    restocked: back.find(({ orderId }) => orderId === row.id) ?? null,
    refunds: refundsOf.get(row.id) ?? [],
    disputes: disputesOf.get(row.id) ?? [],
  }));
}

/** The order with this id, payment reference or number (the last five characters), or why no single order has it. */
export async function findByName(
  db: Database,
  name: string,
): Promise<{ ok: true; order: AdminOrder } | { ok: false; sentence: string }> {
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
 * Cancels a pending order and releases its units. Asks Paystack first, so that a payment that has arrived is not lost.
 * A later payment makes the order paid if its units are still in stock, and is otherwise due for a refund.
 */
export async function cancelOrder(settlement: Settlement, order: OrderRow): Promise<AdminResult> {
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

/** Records that the merchant has refunded an order, so that it no longer waits for a refund. */
export async function markRefunded(db: Database, order: OrderRow): Promise<AdminResult> {
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
      return refuse(`${name} is ${row.status}, and no refund is due`);
    }
    const [after] = await transaction
      .update(orders)
      .set({ refundedAt: sql`now()` })
      .where(eq(orders.id, order.id))
      .returning();
    return after ? { ok: true, order: after } : refuse(`${name} is gone`);
  });
}

const refuse = (sentence: string): AdminResult => ({ ok: false, sentence: `${sentence}.` });
