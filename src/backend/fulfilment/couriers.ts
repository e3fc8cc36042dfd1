import { desc, eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { fulfilmentSteps } from './tables.ts';

/** Shipments that are looked through. */
const LATEST = 100;

/** The couriers of the latest shipments, each once, the last one first. */
export async function latestCouriers(db: Database): Promise<string[]> {
  const rows = await db
    .select({ courier: fulfilmentSteps.courier })
    .from(fulfilmentSteps)
    .where(eq(fulfilmentSteps.step, 'shipped'))
    .orderBy(desc(fulfilmentSteps.id))
    .limit(LATEST);
  return [...new Set(rows.flatMap(({ courier }) => (courier ? [courier] : [])))];
}
