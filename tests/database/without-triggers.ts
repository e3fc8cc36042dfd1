import { sql } from 'drizzle-orm';
import { connect } from '#backend/db/connect.ts';
import type { Transaction } from '#backend/db/transact.ts';

/**
 * Changes rows in a way that the database refuses to the shop, as a restore would leave them. Uses the owner's address:
 * the role of the programs may not disable triggers.
 */
export async function withoutTriggers(
  { databaseUrl }: { databaseUrl: string },
  work: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  const { db, close } = connect(databaseUrl, { connections: 1 });
  try {
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`set local session_replication_role = replica`);
      await work(transaction);
    });
  } finally {
    await close();
  }
}
