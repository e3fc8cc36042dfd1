import { and, desc, eq, like } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { type StaffAction, staffActions } from '#backend/staff/action-tables.ts';

/** Returns the newest `limit` actions on a product, newest first. Brands and people may share its id, hence the action. */
export const historyOf = (db: Database, id: string, limit: number): Promise<StaffAction[]> =>
  db
    .select()
    .from(staffActions)
    .where(and(eq(staffActions.subject, id), like(staffActions.action, 'product.%')))
    .orderBy(desc(staffActions.id))
    .limit(limit);
