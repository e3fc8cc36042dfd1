import { and, asc, desc, eq, getTableColumns, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import { paidForLine } from '#backend/base/still-counts.ts';
import type { Database } from '#backend/db/connect.ts';
import { type KnownRecord, readRecords } from '#backend/fulfilment/records.ts';
import { type FulfilmentRow, standing } from '#backend/fulfilment/tables.ts';
import { isToPack } from '#backend/fulfilment/to-pack.ts';
import { doorCollections } from '#backend/on-delivery/tables.ts';
import { paymentsOf } from '#backend/orders/payment-of.ts';
import { type PaymentRow, payments } from '#backend/orders/payment-tables.ts';
import {
  type OrderLine,
  type OrderRow,
  orderItems,
  orders,
  restocks,
} from '#backend/orders/tables.ts';
import { products } from '#backend/products/tables.ts';
import { type RefundAccountRow, refundAccounts } from '#backend/refund-accounts/tables.ts';
import { moneyOfEach } from '#backend/refunds/money.ts';
import {
  type DisputeRow,
  disputes,
  type OrderMoney,
  type RefundRow,
  refunds,
  unpaidRefunds,
} from '#backend/refunds/tables.ts';
import { type ReturnRow, returns } from '#backend/returns/tables.ts';
import { conditions } from './conditions.ts';
import type { OrderFilter } from './filter.ts';

/** An order with its lines, the steps of its goods, and the provider's reports about its payment. */
export interface AdminOrder extends OrderRow {
  items: (Omit<OrderLine, 'orderId' | 'position'> & { paidKobo: number; sku: string | null })[];
  /** The steps that are in force, oldest first. */
  steps: (KnownRecord & FulfilmentRow)[];
  /** All records of its goods, including steps that were taken back. */
  records: KnownRecord[];
  /** The time when its units returned to stock. */
  restocked: { at: Date } | null;
  refunds: RefundRow[];
  /** The requests for bank accounts of its refunds, oldest first. */
  accounts: RefundAccountRow[];
  disputes: DisputeRow[];
  /** The requests to return goods of it, oldest first. */
  returns: ReturnRow[];
  /** The money that couriers took at the door, oldest first. */
  collections: (typeof doorCollections.$inferSelect)[];
  money: OrderMoney;
  /** The payment that brought its money, else the newest. Null without any. */
  payment: PaymentRow | null;
  /** The payment that follows after it is accepted: beside a deposit, or alone. Null for most orders. */
  rest: PaymentRow | null;
  /** Whether it is ready to go out (fulfilment/to-pack.ts). */
  isToPack: boolean;
  /** Whether a refund of it is waiting for the merchant (the view unpaid_refunds). */
  unpaid: boolean;
}

/** The number of orders in memory at once. */
const BATCH = 500;

/** Without 'nulls last' PostgreSQL cannot use the index orders_by_created. */
const NEWEST_FIRST = [sql`${orders.createdAt} desc nulls last`, desc(orders.id)];

/** Matches the orders after one in that sequence. Its time is text: a Date has no microseconds, and would skip orders. */
const isAfter = ({ at, id }: { at: string; id: string }): SQL =>
  sql`(${orders.createdAt}, ${orders.id}) < (${at}::timestamptz, ${id})`;

/** Yields the orders, newest first, one batch in memory at a time. Leaves out orders placed while it reads. */
export async function* eachOrder(db: Database, filter: OrderFilter): AsyncGenerator<AdminOrder> {
  const wanted = await conditions(db, filter);
  let after: SQL | undefined;
  for (;;) {
    const rows = await db
      .select({ row: orders, at: sql<string>`${orders.createdAt}::text` })
      .from(orders)
      .where(and(...wanted, after))
      .orderBy(...NEWEST_FIRST)
      .limit(BATCH);
    yield* await withItems(
      db,
      rows.map(({ row }) => row),
    );
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = isAfter({ at: last.at, id: last.row.id });
  }
}

async function withItems(db: Database, rows: readonly OrderRow[]): Promise<AdminOrder[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const i = alias(orderItems, 'i');
  const o = alias(orders, 'o');
  const items = await db
    .select({ ...getTableColumns(i), paidKobo: paidForLine.mapWith(Number), sku: products.sku })
    .from(i)
    // The product as it is now, if it has not been deleted.
    .leftJoin(products, eq(products.id, i.productId))
    .innerJoin(o, eq(o.id, i.orderId))
    .where(inArray(i.orderId, ids))
    .orderBy(asc(i.position));
  const paidBack = await db
    .select()
    .from(refunds)
    .where(inArray(refunds.orderId, ids))
    .orderBy(asc(refunds.id));
  const accounts = await db
    .select()
    .from(refundAccounts)
    .where(inArray(refundAccounts.orderId, ids))
    .orderBy(asc(refundAccounts.id));
  const disputed = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.orderId, ids))
    .orderBy(asc(disputes.heardAt), asc(disputes.id));
  const asked = await db
    .select()
    .from(returns)
    .where(inArray(returns.orderId, ids))
    .orderBy(asc(returns.id));
  const collected = await db
    .select({ of: payments.orderId, row: doorCollections })
    .from(doorCollections)
    .innerJoin(payments, eq(payments.reference, doorCollections.payment))
    .where(inArray(payments.orderId, ids))
    .orderBy(asc(doorCollections.id));
  const records = await readRecords(db, ids);
  const money = await moneyOfEach(db, ids);
  const shownOf = await paymentsOf(db, ids);
  const waiting = await db
    .select({ of: unpaidRefunds.orderId })
    .from(unpaidRefunds)
    .where(inArray(unpaidRefunds.orderId, ids));
  const unpaid = new Set(waiting.map((row) => row.of));
  const packable = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), isToPack));
  const toPack = new Set(packable.map(({ id }) => id));
  const back = await db.select().from(restocks).where(inArray(restocks.orderId, ids));
  const recordsOf = Map.groupBy(records, (record) => record.orderId);
  const returnsOf = Map.groupBy(asked, (each) => each.orderId);
  const [itemsOf, refundsOf, accountsOf, disputesOf, collectedOf] = [
    Map.groupBy(items, (item) => item.orderId),
    Map.groupBy(paidBack, (refund) => refund.orderId),
    Map.groupBy(accounts, (account) => account.orderId),
    Map.groupBy(disputed, (dispute) => dispute.orderId),
    Map.groupBy(collected, (each) => each.of),
  ];
  return rows.map((row) => ({
    ...row,
    items: itemsOf.get(row.id) ?? [],
    steps: standing(recordsOf.get(row.id) ?? []),
    records: recordsOf.get(row.id) ?? [],
    restocked: back.find(({ orderId }) => orderId === row.id) ?? null,
    refunds: refundsOf.get(row.id) ?? [],
    accounts: accountsOf.get(row.id) ?? [],
    disputes: disputesOf.get(row.id) ?? [],
    returns: returnsOf.get(row.id) ?? [],
    collections: (collectedOf.get(row.id) ?? []).map((each) => each.row),
    money: money(row.id),
    payment: shownOf(row.id).payment ?? null,
    rest: shownOf(row.id).rest ?? null,
    isToPack: toPack.has(row.id),
    unpaid: unpaid.has(row.id),
  }));
}

/** Returns the order with this id, payment reference or number (the last five characters), or why no single order has it. */
export async function findByName(
  db: Database,
  name: string,
): Promise<Result<AdminOrder, StaffCode>> {
  // A cell of the export may begin with an apostrophe.
  const wanted = name.normalize('NFKC').trim().replace(/^['#]/, '').toLowerCase();
  const rows = await db
    .select()
    .from(orders)
    .where(
      or(
        eq(orders.id, wanted),
        inArray(
          orders.id,
          db.select({ id: payments.orderId }).from(payments).where(eq(payments.reference, name)),
        ),
        sql`right(${orders.id}, 5) = lower(plain_code(${name}))`,
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(20);
  const [order, ...others] = await withItems(db, rows);
  if (!order) {
    return refuse(
      'not_found',
      `No order is called '${name}'. Give its id, its payment reference, or its number.`,
    );
  }
  if (others.length > 0) {
    const ids = rows.map((row) => row.id).join(', ');
    return refuse('conflict', `More than one order has the number ${name}: ${ids}.`);
  }
  return done(order);
}

/** Returns the order with this id; null without one. */
export async function orderById(db: Database, id: string): Promise<AdminOrder | null> {
  const rows = await db.select().from(orders).where(eq(orders.id, id));
  return (await withItems(db, rows))[0] ?? null;
}

/** Returns the orders with these ids, oldest first, so that the longest wait goes out first. Leaves out unknown ids. */
export async function ordersById(db: Database, ids: readonly string[]): Promise<AdminOrder[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.createdAt), asc(orders.id));
  return withItems(db, rows);
}

/** The number of orders on one page of the list. */
export const ORDERS_A_PAGE = 50;

/**
 * Returns a page of the orders, newest first.
 * @param after - the id of the last order on the page before. If it is unknown or undefined: the first page.
 * @returns the orders, and the id that precedes the next page; null on the last page.
 */
export async function pageOfOrders(
  db: Database,
  filter: OrderFilter,
  after?: string,
): Promise<{ orders: AdminOrder[]; next: string | null }> {
  const wanted = await conditions(db, filter);
  const [last] =
    after === undefined
      ? []
      : await db
          .select({ at: sql<string>`${orders.createdAt}::text`, id: orders.id })
          .from(orders)
          .where(eq(orders.id, after));
  const rows = await db
    .select()
    .from(orders)
    .where(and(...wanted, last && isAfter(last)))
    .orderBy(...NEWEST_FIRST)
    .limit(ORDERS_A_PAGE + 1);
  const shown = rows.slice(0, ORDERS_A_PAGE);
  const next = rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null;
  return { orders: await withItems(db, shown), next };
}

/** Counts orders, up to `most`. */
export async function countOrders(db: Database, filter: OrderFilter, most = 1000): Promise<number> {
  const wanted = await conditions(db, filter);
  const some = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(...wanted))
    .limit(most);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${some}) as counted`,
  );
  return rows[0]?.count ?? 0;
}

/** Returns the order that has waited longest to go out, apart from one; null if none is waiting. */
export async function nextToPack(
  db: Database,
  but: string,
): Promise<Pick<OrderRow, 'id' | 'fullName'> | null> {
  const [row] = await db
    .select({ id: orders.id, fullName: orders.fullName })
    .from(orders)
    .where(and(isToPack, ne(orders.id, but)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(1);
  return row ?? null;
}
