import { and, desc, eq, like } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type StaffAction, staffActions } from '#backend/staff/action-tables.ts';

/** The newest `limit` things that were done to a product, newest first. A brand or a person may have the same name as its id. */
export const historyOf = (db: Database, id: string, limit: number): Promise<StaffAction[]> =>
  db
    .select()
    .from(staffActions)
    .where(and(eq(staffActions.subject, id), like(staffActions.action, 'product.%')))
    .orderBy(desc(staffActions.id))
    .limit(limit);
