import { desc, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { standingSteps } from './tables.ts';

/** The number of shipments examined. */
const LATEST = 100;

/** Returns the couriers of the latest shipments, each once, newest first. */
export async function latestCouriers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ courier: standingSteps.courier })
    .from(standingSteps)
    .where(eq(standingSteps.step, 'shipped'))
    .orderBy(desc(standingSteps.id))
    .limit(LATEST);
  return [...new Set(rows.flatMap(({ courier }) => (courier ? [courier] : [])))];
}
