import { eq, sql } from 'drizzle-orm';
import { rateLimits } from '#backend/db/account-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { done, type Result, refuse } from './result.ts';
import { hashSecret } from './secrets.ts';

/** At most `max` tries in `seconds`, which begin with the first try. A refused try does not prolong them. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/** A limit and what it counts: an email address, a network address or an account. Null is not counted. */
export type Counted = readonly [limit: Limit, subject: string | null];

const keyOf = (limit: Limit, subject: string) => hashSecret(`${limit.name} ${subject}`);

/**
 * Counts one try against each limit, in the database and so for all processes. Call it before the try, so that
 * simultaneous tries are all counted. Stops at the first limit that is full.
 * Refusal: rate_limited, with the seconds to wait.
 */
export async function count(db: Database, ...counted: readonly Counted[]): Promise<Result<null>> {
  for (const [limit, subject] of counted) {
    if (subject === null) continue;
    const key = keyOf(limit, subject);
    const { seconds } = limit;
    const ended = sql`${rateLimits.endsAt} <= now()`;
    const state = {
      count: rateLimits.count,
      wait: sql<number>`ceil(extract(epoch from ${rateLimits.endsAt} - now()))::int`,
    };
    // A full limit is only read, so that a flood of requests writes nothing to disk.
    const [before] = await db.select(state).from(rateLimits).where(eq(rateLimits.key, key));
    if (before && before.count > limit.max && before.wait > 0) return refuseFor(before.wait);
    const [row] = await db
      .insert(rateLimits)
      .values({
        key,
        count: 1,
        endsAt: sql`now() + ${seconds} * interval '1 second'`,
      })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          // Stops above the limit, so that a long attack does not overflow the column.
          count: sql`case when ${ended} then 1 else least(${rateLimits.count} + 1, ${limit.max + 1}) end`,
          endsAt: sql`case when ${ended} then excluded.ends_at else ${rateLimits.endsAt} end`,
        },
      })
      .returning(state);
    if (row && row.count > limit.max) return refuseFor(Math.max(row.wait, 1));
  }
  return done(null);
}

/** Takes back one try of each limit, when it turned out to be legitimate. */
export async function release(db: Database, ...counted: readonly Counted[]): Promise<void> {
  for (const [limit, subject] of counted) {
    if (subject === null) continue;
    await db
      .update(rateLimits)
      .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
      .where(eq(rateLimits.key, keyOf(limit, subject)));
  }
}

/** Starts the limit again with one try, whatever was counted before. */
export async function restart(db: Database, limit: Limit, subject: string): Promise<void> {
  const begun = { count: 1, endsAt: sql`now() + ${limit.seconds} * interval '1 second'` };
  await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), ...begun })
    .onConflictDoUpdate({ target: rateLimits.key, set: begun });
}

function refuseFor(seconds: number): Result<never> {
  const minutes = Math.ceil(seconds / 60);
  const wait =
    seconds <= 90
      ? `${seconds} seconds`
      : minutes <= 90
        ? `${minutes} minutes`
        : `${Math.ceil(minutes / 60)} hours`;
  return refuse(
    'rate_limited',
    `There were too many tries in a short time. Please try again in ${wait}.`,
    {
      retryAfter: seconds,
    },
  );
}
