import { asc, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type FulfilmentRecord, fulfilmentSteps, isShown } from './tables.ts';

/** A record, and whether the customer sees it by now. */
export type KnownRecord = FulfilmentRecord & { shown: boolean };

/** Reads the records of the goods of some orders, oldest first. `standing` selects the steps that count. */
export const readRecords = (
  db: Pick<Database, 'select'>,
  orderIds: readonly string[],
): Promise<KnownRecord[]> =>
  db
    .select({ ...getTableColumns(fulfilmentSteps), shown: isShown })
    .from(fulfilmentSteps)
    .where(inArray(fulfilmentSteps.orderId, [...orderIds]))
    .orderBy(asc(fulfilmentSteps.id));
