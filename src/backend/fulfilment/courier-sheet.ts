import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { type StaffAction, staffActions } from '#backend/staff/action-tables.ts';
import type { Actor } from '#backend/staff/actor.ts';

/**
 * Records that somebody opened a courier's sheet: its parcels may have left with the courier. Opening a sheet again is
 * recorded only after a further step.
 */
export async function recordSheet(
  db: Database,
  actor: Actor,
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`
    insert into staff_actions (action, subject, recorded_by)
    select 'order.sheet', order_id, ${actor.name} from unnest(${sql.param([...ids])}::text[]) as sheet (order_id)
    where not exists (select from staff_actions a where a.subject = sheet.order_id and a.action = 'order.sheet'
      and a.at > coalesce((select max(f.at) from fulfilment_steps f where f.order_id = sheet.order_id), '-infinity'))`);
}

/** Returns the last courier's sheet with an order, if it was opened after a time. */
export async function sheetSince(
  transaction: Transaction,
  orderId: string,
  moment: Date,
): Promise<StaffAction | undefined> {
  const [sheet] = await transaction
    .select()
    .from(staffActions)
    .where(
      and(
        eq(staffActions.subject, orderId),
        eq(staffActions.action, 'order.sheet'),
        gt(staffActions.at, moment),
      ),
    )
    .orderBy(desc(staffActions.id))
    .limit(1);
  return sheet;
}
