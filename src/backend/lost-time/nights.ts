import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { databaseMark } from './tables.ts';

/** The hour in Lagos from which a night's work is due. */
const HOUR = 3;
/** Minutes for which a process has it to itself. */
const CLAIM_MINUTES = 10;

const lastNight = sql`(date_trunc('day', (now() at time zone 'Africa/Lagos') - ${HOUR} * interval '1 hour')
  + ${HOUR} * interval '1 hour') at time zone 'Africa/Lagos'`;

/**
 * Does what is due once a night, in one of all processes. What `work` returns false for, or throws at, is tried again.
 * @param work - is given the time of the night before.
 */
export async function onceANight(
  db: Database,
  work: (since: Date) => Promise<boolean>,
): Promise<void> {
  const [mine] = await db
    .update(databaseMark)
    .set({ claimedUntil: sql`now() + ${CLAIM_MINUTES} * interval '1 minute'` })
    .where(sql`${databaseMark.listedAt} < ${lastNight} and ${databaseMark.claimedUntil} <= now()`)
    .returning({ since: databaseMark.listedAt });
  if (mine && (await work(mine.since))) await db.update(databaseMark).set({ listedAt: sql`now()` });
}
