import { inArray, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { PICTURE_DAYS } from '#domain/returns/rules.ts';
import { returnPictures, returns } from './tables.ts';

type Db = Pick<Database, 'select' | 'update' | 'delete'>;

/** Erases the words and pictures of orders' returns. Units and sums stay. @param orders - a query for their ids. */
export async function eraseReturns(db: Db, orders: SQLWrapper): Promise<void> {
  const own = inArray(returns.orderId, orders);
  const ids = db.select({ id: returns.id }).from(returns).where(own);
  await db.delete(returnPictures).where(inArray(returnPictures.returnId, ids));
  await db.update(returns).set({ words: '', answer: null }).where(own);
}

/** Deletes the pictures of returns that ended 90 days ago. */
export async function erasePictures(db: Db): Promise<void> {
  const old = db
    .select({ id: returns.id })
    .from(returns)
    .where(lt(returns.endedAt, sql`now() - ${PICTURE_DAYS}::int * interval '1 day'`));
  await db.delete(returnPictures).where(inArray(returnPictures.returnId, old));
}
