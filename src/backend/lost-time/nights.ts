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
 * Runs work once a night, in one of all processes. If `work` returns false or throws, it is retried.
 * @param work - gets the time of the previous night.
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
