import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { overdueDays, readNewestBackup } from '#backend/backup/newest.ts';
import type { Database } from '#backend/db/connect.ts';
import { emails } from '#backend/mail/tables.ts';
import { cashWithCouriers } from '#backend/on-delivery/at-door.ts';
import { countOrders } from '#backend/order-book/admin-orders.ts';
import { countUnmatched } from '#backend/payments/unmatched/list.ts';
import { lowLimit } from '#backend/products/edit/low-stock.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { freeUnits } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { countToLookAt } from '#backend/reviews/list.ts';

/** The number of each kind that needs attention. */
export interface Waiting {
  /** Payments at the provider without an order. */
  unmatched: number;
  toPack: number;
  /** Those of them that need a place before they can be packed. */
  placeless: number;
  /** Those of them that had been cancelled, or had failed, before they were paid. */
  paidLate: number;
  toShip: number;
  refundsDue: number;
  /** Orders that wait for a transfer to the shop's own account. */
  transfers: number;
  /** Delivered or travelling orders whose money is still to be collected. */
  toCollect: number;
  /** Couriers who have cash of the shop. */
  withCash: number;
  /** Orders with a return that is not settled. */
  returns: number;
  disputes: number;
  /** Products that shoppers find and whose stock is low. */
  fewLeft: number;
  /** Those without stock. */
  soldOut: number;
  /** Reviews that nobody has read. */
  toLookAt: number;
  /** Emails that were given up. */
  failedEmails: number;
  /** Days since the newest backup, if there are too many. */
  daysWithoutBackup: number;
  /** Backups that were verified and cannot be restored. */
  damagedBackups: number;
}

/** Returns what needs attention. Counts at most 1,000 orders of each kind. */
export async function countWaiting(db: Database): Promise<Waiting> {
  const [
    unmatched,
    toPack,
    placeless,
    paidLate,
    toShip,
    refundsDue,
    transfers,
    toCollect,
    withCash,
    returns,
    disputes,
    { fewLeft, soldOut },
    toLookAt,
    failedEmails,
    newest,
  ] = await Promise.all([
    countUnmatched(db),
    countOrders(db, { status: 'unpacked' }),
    countOrders(db, { status: 'placeless' }),
    countOrders(db, { status: 'late' }),
    countOrders(db, { status: 'packed' }),
    countOrders(db, { status: 'refund' }),
    countOrders(db, { status: 'transfer' }),
    countOrders(db, { status: 'collect' }),
    cashWithCouriers(db),
    countOrders(db, { status: 'return' }),
    countOrders(db, { status: 'dispute' }),
    countFew(db),
    countToLookAt(db),
    db.$count(emails, isNotNull(emails.deadAt)),
    readNewestBackup(db),
  ]);
  return {
    unmatched,
    toPack,
    placeless,
    paidLate,
    toShip,
    refundsDue,
    transfers,
    toCollect,
    withCash: withCash.length,
    returns,
    disputes,
    fewLeft,
    soldOut,
    toLookAt,
    failedEmails,
    daysWithoutBackup: overdueDays(newest),
    damagedBackups: newest?.damaged.length ?? 0,
  };
}

async function countFew(db: Database): Promise<Pick<Waiting, 'fewLeft' | 'soldOut'>> {
  const left = freeUnits();
  const [row] = await db
    .select({
      fewLeft: sql<number>`(count(*) filter (where ${left} > 0))::int`,
      soldOut: sql<number>`(count(*) filter (where ${left} <= 0))::int`,
    })
    .from(products)
    .innerJoin(stock, eq(stock.productId, products.id))
    .where(and(eq(products.status, 'shown'), lte(left, lowLimit())));
  return row ?? { fewLeft: 0, soldOut: 0 };
}
