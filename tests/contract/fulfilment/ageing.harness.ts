import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';

/**
 * Lets minutes pass for the steps of an order and its emails. Steps are only ever added, so their triggers are disabled
 * for that.
 */
export async function age(db: Database, orderId: string, minutes: number): Promise<void> {
  const past = sql`${minutes}::int * interval '1 minute'`;
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(
      sql`update fulfilment_steps set at = at - ${past} where order_id = ${orderId}`,
    );
    await transaction.execute(sql`
      update emails set next_try_at = next_try_at - ${past} where sent_at is null
        and id in (select 'shipped:' || id from fulfilment_steps where order_id = ${orderId})`);
  });
}
