import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';
import type { Finding } from './finding.ts';

/** The consecutive failed publications that make an incident. The publisher retries after 5, 15 and 60 s. */
const FAILURES = 3;

/**
 * Checks whether the site follows the catalogue. It has stopped if for `minutes` the publisher cannot be told of
 * a change or does not show it, or if it fails repeatedly. A foreign publisher only takes messages.
 */
export async function lookAtPublishing(
  db: Database,
  publisher: Publisher,
  minutes: number,
): Promise<Finding> {
  const { version, at, now } = await readVersion(db);
  const longAgo = (moment: Date) => now.getTime() - moment.getTime() >= minutes * 60_000;
  const [notice] = await db
    .select()
    .from(publisherNotices)
    .where(eq(publisherNotices.address, publisher.address));
  if (!notice) return { state: 'unknown' };
  if (notice.told !== version) {
    if (notice.tries === 0 || !longAgo(at)) return { state: 'unknown' };
    return { state: 'stopped', since: at, reason: notice.lastError ?? 'It cannot be told.' };
  }
  const status = await publisher.ask?.();
  if (status === undefined) return { state: publisher.ask ? 'unknown' : 'works' };
  // The merchant has rolled back and knows it.
  if (status.held) return { state: 'unknown' };
  const { waitingSince, failures, reason } = status;
  if (waitingSince === null && failures === 0) return { state: 'works' };
  const since = waitingSince === null ? null : new Date(waitingSince);
  if (failures >= FAILURES || (since && longAgo(since))) {
    return {
      state: 'stopped',
      since: since ?? now,
      reason: reason ?? 'The publisher has not built the change yet.',
    };
  }
  return { state: 'unknown' };
}
