import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orders } from '#backend/orders/tables.ts';
import type { Order } from '#contract/order.ts';
import { viewOrders } from './order-view.ts';

/** Another customer's order is refused like one that does not exist. */
export const noSuchOrder = () =>
  refuse('order_not_found', "The order you're looking for doesn't exist.");

/** The number of orders in a list. A customer with more sees the newest. */
const LIST_LIMIT = 500;

/** Asks the provider first, so that customers get all that the shop can know about an order (payments/settlement.ts). */
type TellAll = (rows: readonly OrderRow[]) => Promise<OrderRow[]>;
const asStored: TellAll = async (rows) => [...rows];

/** Matches a customer's orders: placed while signed in, or by a guest with the account's verified address. */
export const ownedBy = (owner: { id: string; email: string }): SQL | undefined =>
  or(
    eq(orders.accountId, owner.id),
    and(isNull(orders.accountId), isNull(orders.eraseAt), eq(orders.email, owner.email)),
  );

/** Gives guests' orders with a verified address to its account for ever: the account may get another address. */
export const claimGuestOrders = (
  db: Pick<Database, 'update'>,
  owner: { id: string; email: string },
) =>
  db
    .update(orders)
    .set({ accountId: owner.id })
    .where(and(ownedBy(owner), isNull(orders.accountId)));

/** Returns the orders of a customer, newest first. */
export async function listOrders(
  db: Database,
  owner: { id: string; email: string },
  tellAll = asStored,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(ownedBy(owner))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(LIST_LIMIT);
  return viewOrders(db, await tellAll(rows));
}

/** Returns one order of a customer. Null if it does not exist or is another customer's; the two must look alike. */
export async function findOrder(
  db: Database,
  owner: { id: string; email: string },
  id: string,
  tellAll = asStored,
): Promise<Order | null> {
  return first(db, and(eq(orders.id, id), ownedBy(owner)), tellAll);
}

/** Whether an order is a customer's. */
export const owns = async (
  db: Pick<Database, '$count'>,
  owner: { id: string; email: string },
  id: string,
): Promise<boolean> => (await db.$count(orders, and(eq(orders.id, id), ownedBy(owner)))) > 0;

async function first(
  db: Database,
  which: SQL | undefined,
  tellAll = asStored,
): Promise<Order | null> {
  const rows = await db.select().from(orders).where(which).limit(1);
  const [order] = await viewOrders(db, await tellAll(rows));
  return order ?? null;
}
