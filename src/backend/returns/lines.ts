import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { orderItems } from '#backend/orders/tables.ts';
import { returnLines } from './tables.ts';

/** Returns the lines of a return, each with that of its order, in the order of the cart. */
export const linesOfReturn = (db: Pick<Database, 'select'>, id: number) =>
  db
    .select({ line: returnLines, item: orderItems })
    .from(returnLines)
    .innerJoin(
      orderItems,
      and(
        eq(orderItems.orderId, returnLines.orderId),
        eq(orderItems.position, returnLines.position),
      ),
    )
    .where(eq(returnLines.returnId, id))
    .orderBy(asc(returnLines.position));
