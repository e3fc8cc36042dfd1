import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';
import { within } from '#process/within.ts';

/**
 * Whether shoppers see the last change.
 * - `out`: the live release has every change.
 * - `coming`: the publisher is being told or is building, which takes seconds.
 * - `failing`: publishing failed; `reason` says why. The publisher retries by itself.
 * - `held`: nothing is published after a rollback.
 * - `unknown`: there is no publisher, or it does not say.
 */
export type LiveState =
  | { state: 'out' | 'coming' | 'held' | 'unknown' }
  | { state: 'failing'; reason: string };

/** Milliseconds. */
const PATIENCE_MS = 1500;

/** Asks the publisher for its status, if the publisher is this project's. */
export async function readLiveState(db: Database, publisher: Publisher | null): Promise<LiveState> {
  if (!publisher) return { state: 'unknown' };
  const { version } = await readVersion(db);
  const [notice] = await db
    .select()
    .from(publisherNotices)
    .where(eq(publisherNotices.address, publisher.address));
  if (notice?.told !== version) {
    return notice?.lastError ? { state: 'failing', reason: notice.lastError } : { state: 'coming' };
  }
  // A page waits for this answer.
  const status = publisher.ask && (await within(PATIENCE_MS, publisher.ask(), null));
  if (!status) return { state: 'unknown' };
  if (status.held) return { state: 'held' };
  if (status.waitingSince === null) return { state: 'out' };
  if (status.failures === 0) return { state: 'coming' };
  return { state: 'failing', reason: status.reason ?? 'The last publication failed.' };
}
