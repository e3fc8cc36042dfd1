import { desc, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { type StaffAction, staffActions } from './action-tables.ts';

/** Records an action of one of the merchant's people, in the transaction of the action. @returns its id. */
export async function recordAction(
  transaction: Transaction,
  action: Pick<StaffAction, 'action' | 'subject' | 'recordedBy'> & {
    renamedTo?: string;
    detail?: string;
  },
): Promise<number> {
  const [row] = await transaction
    .insert(staffActions)
    .values(action)
    .returning({ id: staffActions.id });
  if (!row) throw new Error('The database returned no action');
  return row.id;
}

/** Returns the actions on a review, an account, a product, a brand or a category, newest first. */
export const actionsOn = (db: Database, subject: string): Promise<StaffAction[]> =>
  db
    .select()
    .from(staffActions)
    .where(eq(staffActions.subject, subject))
    .orderBy(desc(staffActions.id));
