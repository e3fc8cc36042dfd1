import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { inSeconds, lease } from '#backend/db/lease.ts';
import { catalogueChanges } from '#backend/publishing/tables.ts';
import { type LostTime, lostTimes } from './tables.ts';

/** Seconds for which a process has a lost time to itself. If its long lists take longer, another process reads them, too. */
const CLAIM_SECONDS = 60;
/** Seconds before the next try if the provider did not answer. */
const AGAIN_SECONDS = 30;

/**
 * Records that the database has lost what happened after `lostFrom`. If the provider was not yet asked about an earlier
 * loss, extends that one, because two signs of the same loss are one. Pages may show what was lost, so they are built
 * again.
 */
export async function recordLostTime(
  db: Pick<Database, 'update' | 'insert'>,
  reason: LostTime['reason'],
  lostFrom: Date,
): Promise<void> {
  const extended = await db
    .update(lostTimes)
    .set({ lostFrom: sql`least(${lostTimes.lostFrom}, ${lostFrom.toISOString()}::timestamptz)` })
    .where(isNull(lostTimes.askedAt))
    .returning({ id: lostTimes.id });
  if (extended.length === 0) await db.insert(lostTimes).values({ reason, lostFrom });
  await db.insert(catalogueChanges).values({});
}

/** Whether there is a lost time that the provider was not asked about yet. The shop may have forgotten refunds in it. */
export const isTimeLost = async (db: Pick<Database, '$count'>): Promise<boolean> =>
  (await db.$count(lostTimes, isNull(lostTimes.askedAt))) > 0;

/** Returns the newest lost time of the last month. Undefined without any. */
export async function latestLoss(db: Pick<Database, 'select'>): Promise<LostTime | undefined> {
  const [lost] = await db
    .select()
    .from(lostTimes)
    .where(sql`${lostTimes.seenAt} > now() - interval '30 days'`)
    .orderBy(desc(lostTimes.seenAt))
    .limit(1);
  return lost;
}

/**
 * Takes a lost time for this process, lets `ask` ask the provider about it, and records that it did. If `ask` returns
 * false or throws, any process may try again.
 * @returns whether there was one.
 */
export async function claimLostTime(
  db: Database,
  ask: (lost: LostTime) => Promise<boolean>,
): Promise<boolean> {
  const [lost] = await lease(db, lostTimes, {
    until: 'claimedUntil',
    seconds: CLAIM_SECONDS,
    due: isNull(lostTimes.askedAt),
  });
  if (!lost) return false;
  let asked = false;
  try {
    asked = await ask(lost);
  } finally {
    await db
      .update(lostTimes)
      .set(asked ? { askedAt: sql`now()` } : { claimedUntil: inSeconds(AGAIN_SECONDS) })
      // If it was extended in the meantime, the provider is asked again.
      .where(and(eq(lostTimes.id, lost.id), eq(lostTimes.lostFrom, lost.lostFrom)));
  }
  return true;
}
