import { eq, sql } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import { readWhole } from '#backend/merchant-files/cells.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';

/** Stock is low at this many units that can be bought, unless the product has its own limit. */
export const LOW_STOCK = 3;
const MOST = 10_000;

/** Returns the limit of a product as SQL. @param s - its row of `stock`. */
export const lowLimit = (s = sql`stock`) => sql<number>`coalesce(${s}.low_at, ${LOW_STOCK}::int)`;

export async function readLowLimit(db: Database, id: string): Promise<number> {
  const [row] = await db.select({ limit: lowLimit() }).from(stock).where(eq(stock.productId, id));
  return row?.limit ?? LOW_STOCK;
}

/** Sets the number of units at which a product's stock is low. Refusals: forbidden, invalid, not_found. */
export async function setLowLimit(
  db: Database,
  actor: Actor,
  id: string,
  typed: string,
): Promise<Result<number, StaffCode>> {
  const forbidden = ownersOnly(actor, 'say when a product runs out');
  if (forbidden) return forbidden;
  const lowAt = readWhole(typed, 0, MOST);
  if (lowAt === undefined) {
    const limit = `Write a whole number from 0 to ${MOST}.`;
    return refuse('invalid', 'Nothing was saved.', { fields: { limit } });
  }
  return transact(db, async (transaction) => {
    const rows = await transaction
      .update(stock)
      .set({ lowAt })
      .where(eq(stock.productId, id))
      .returning({ id: stock.productId });
    if (rows.length === 0) return refuse('not_found', `No product is named ${id}.`);
    const detail = `running out at ${lowAt}`;
    await recordAction(transaction, {
      action: 'product.change',
      subject: id,
      recordedBy: actor.name,
      detail,
    });
    return done(lowAt);
  });
}
