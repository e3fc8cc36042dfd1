import { eq, sql } from 'drizzle-orm';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { hashSecret } from '#backend/base/secrets.ts';
import type { Database } from '#backend/db/connect.ts';
import { rateLimits } from './tables.ts';

/** At most `max` tries in `seconds`, counted from the first try. A refused try does not prolong them. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/** A limit with its subject: an email address, a network address or an account. Null is not counted. */
export type Counted = readonly [limit: Limit, subject: string | null];

/** Returns the key under which a limit counts a subject. */
export const keyOf = (limit: Limit, subject: string) => hashSecret(`${limit.name} ${subject}`);
const isFor = (limit: Limit, subject: string) => eq(rateLimits.key, keyOf(limit, subject));

/** The database, or a transaction. */
type Connection = Pick<Database, 'select' | 'insert' | 'update'>;

const secondsLeft = sql<number>`ceil(extract(epoch from ${rateLimits.endsAt} - now()))::int`;
const state = { count: rateLimits.count, wait: secondsLeft };

/**
 * Counts one try against each limit, in the database and so for all processes. Call it before the try, so that
 * simultaneous tries are all counted. If one limit is full, the try counts against none. Refusal: rate_limited, with the
 * seconds to wait.
 */
export async function count(db: Connection, ...counted: readonly Counted[]): Promise<Result<null>> {
  for (const [position, [limit, subject]] of counted.entries()) {
    if (subject === null) continue;
    const full = (await readFull(db, limit, subject)) ?? (await countOne(db, limit, subject));
    if (full === null) continue;
    await release(db, ...counted.slice(0, position));
    return refuseFor(full);
  }
  return done(null);
}

/** Refuses like `count` if one of the limits is full, and counts nothing. */
export async function check(db: Connection, ...counted: readonly Counted[]): Promise<Result<null>> {
  for (const [limit, subject] of counted) {
    const full = subject === null ? null : await readFull(db, limit, subject, limit.max);
    if (full !== null) return refuseFor(full);
  }
  return done(null);
}

/** Returns the tries counted against a limit at present. */
export async function tally(db: Connection, limit: Limit, subject: string): Promise<number> {
  const [row] = await db.select(state).from(rateLimits).where(isFor(limit, subject));
  return row && row.wait > 0 ? row.count : 0;
}

/** Returns the seconds to wait for a limit with more than `above` tries; null if there is room. Writes nothing to disk. */
async function readFull(
  db: Connection,
  limit: Limit,
  subject: string,
  above = limit.max + 1,
): Promise<number | null> {
  const [row] = await db.select(state).from(rateLimits).where(isFor(limit, subject));
  return row && row.count >= above && row.wait > 0 ? row.wait : null;
}

/** Counts one try. Returns the seconds to wait if it is one too many, otherwise null. */
async function countOne(db: Connection, limit: Limit, subject: string): Promise<number | null> {
  const ended = sql`${rateLimits.endsAt} <= now()`;
  const [row] = await db
    .insert(rateLimits)
    .values({
      key: keyOf(limit, subject),
      count: 1,
      endsAt: sql`now() + ${limit.seconds} * interval '1 second'`,
    })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        // It stops above the limit, so that a long attack does not overflow the column.
        count: sql`case when ${ended} then 1 else least(${rateLimits.count} + 1, ${limit.max + 1}) end`,
        endsAt: sql`case when ${ended} then excluded.ends_at else ${rateLimits.endsAt} end`,
      },
    })
    .returning(state);
  return row && row.count > limit.max ? Math.max(row.wait, 1) : null;
}

/** Takes back one try of each limit if it turned out to be legitimate. */
export async function release(db: Connection, ...counted: readonly Counted[]): Promise<void> {
  const keys = counted.flatMap(([limit, subject]) =>
    subject === null ? [] : [keyOf(limit, subject)],
  );
  if (keys.length === 0) return;
  // One order of locks, so that no two releases wait for each other.
  const locked = sql`select key from rate_limits where key = any(${sql.param(keys)}::text[]) order by key for update`;
  await db
    .update(rateLimits)
    .set({ count: sql`greatest(${rateLimits.count} - 1, 0)` })
    .where(sql`${rateLimits.key} in (${locked})`);
}

/** Restarts the limit with one try, whatever was counted before. */
export async function restart(db: Connection, limit: Limit, subject: string): Promise<void> {
  const begun = { count: 1, endsAt: sql`now() + ${limit.seconds} * interval '1 second'` };
  await db
    .insert(rateLimits)
    .values({ key: keyOf(limit, subject), ...begun })
    .onConflictDoUpdate({ target: rateLimits.key, set: begun });
}

function refuseFor(seconds: number): Result<never> {
  return refuse(
    'rate_limited',
    `There were too many tries in a short time. Please try again in ${waitInWords(seconds)}.`,
    { retryAfter: seconds },
  );
}

/** Writes '40 seconds', '12 minutes', '3 hours'. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (seconds <= 90) return `${seconds} seconds`;
  return minutes <= 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
