import { desc, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { standingSteps } from './tables.ts';

/** Shipments that are looked through. */
const LATEST = 100;

/** The couriers of the latest shipments, each once, the last one first. */
export async function latestCouriers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ courier: standingSteps.courier })
    .from(standingSteps)
    .where(eq(standingSteps.step, 'shipped'))
    .orderBy(desc(standingSteps.id))
    .limit(LATEST);
  return [...new Set(rows.flatMap(({ courier }) => (courier ? [courier] : [])))];
}
