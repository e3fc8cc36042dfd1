import { eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { readVersion } from './changes.ts';
import { DeliveryFault, type Publisher } from './publisher.ts';
import { publisherNotices } from './tables.ts';

/** The result of notifying a publisher. */
export type NoticeOutcome =
  | { state: 'nothing new' | 'another process tells' }
  | { state: 'told'; version: string; tries: number }
  | { state: 'failed'; version: string; tries: number; error: string; waitMs: number }
  | { state: 'waiting'; waitMs: number };

/** The longest pause between two tries, in seconds. */
const LONGEST = 60;

/**
 * Returns the seconds until the next try, after `tries` failures: 1, 2, 4 and so on, up to a minute. Chance removes up to
 * half of it, so that many shops do not all call a publisher at the moment it is back.
 */
export function pauseAfter(tries: number, chance = Math.random()): number {
  return Math.min(2 ** (tries - 1), LONGEST) * (1 - chance / 2);
}

/**
 * Notifies a publisher of the catalogue's newest version, unless it knows that version or the last try is too recent. One
 * process at a time does so: it locks the publisher's row, and PostgreSQL frees the lock if the process dies. A crash
 * between the answer and the commit repeats the message, which does no harm.
 * @throws the signal's reason if it aborts. The row is then unchanged.
 */
export async function notifyPublisher(
  db: Database,
  publisher: Publisher,
  signal: AbortSignal,
): Promise<NoticeOutcome> {
  const { address, host } = publisher;
  await db.insert(publisherNotices).values({ address, host }).onConflictDoNothing();
  return db.transaction(async (transaction) => {
    const row = eq(publisherNotices.address, address);
    const [notice] = await transaction
      .select({
        told: publisherNotices.told,
        tries: publisherNotices.tries,
        waitMs: sql<number>`(extract(epoch from ${publisherNotices.nextTryAt} - now()) * 1000)::float8`,
      })
      .from(publisherNotices)
      .where(row)
      .for('update', { skipLocked: true });
    if (!notice) return { state: 'another process tells' };
    const { version, at } = await readVersion(transaction);
    if (notice.told === version) return { state: 'nothing new' };
    if (notice.waitMs > 0) return { state: 'waiting', waitMs: notice.waitMs };
    const tries = notice.tries + 1;
    const triedAt = sql`clock_timestamp()`;
    try {
      await publisher.tell({ version, at: at.toISOString() }, signal);
    } catch (error) {
      if (!(error instanceof DeliveryFault)) throw error;
      const pause = pauseAfter(tries);
      const nextTryAt = sql`clock_timestamp() + ${pause} * interval '1 second'`;
      await transaction
        .update(publisherNotices)
        .set({ tries, triedAt, nextTryAt, lastError: error.message })
        .where(row);
      return { state: 'failed', version, tries, error: error.message, waitMs: pause * 1000 };
    }
    await transaction
      .update(publisherNotices)
      .set({
        told: version,
        toldAt: triedAt,
        triedAt,
        tries: 0,
        nextTryAt: triedAt,
        lastError: null,
      })
      .where(row);
    return { state: 'told', version, tries };
  });
}
