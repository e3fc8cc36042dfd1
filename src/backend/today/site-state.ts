import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { incidents } from '#backend/incidents/tables.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';
import { within } from '#process/within.ts';

/** Milliseconds that a page waits for the publisher. */
const PATIENCE_MS = 1000;

/**
 * The state of the site. `none`: no publisher is told of changes. `held`: after a rollback nothing is published. `live`:
 * the time when the live release was made; null before the first, and if the publisher does not say.
 */
export type SiteState =
  | { state: 'none' }
  | { state: 'follows' | 'waits' | 'held'; live: Date | null }
  | { state: 'failed'; live: Date | null; since: Date | null; reason: string };

/** Returns the present state, by the database and by the publisher's answer if it comes in time. */
export async function siteState(db: Database, publisher: Publisher | null): Promise<SiteState> {
  if (!publisher) return { state: 'none' };
  const [[notice], [incident], { version }, report] = await Promise.all([
    db.select().from(publisherNotices).where(eq(publisherNotices.address, publisher.address)),
    db
      .select()
      .from(incidents)
      .where(and(eq(incidents.kind, 'publishing'), isNull(incidents.endedAt))),
    readVersion(db),
    publisher.report &&
      within(
        PATIENCE_MS,
        publisher.report().catch(() => null),
        null,
      ),
  ]);
  const release = report?.releases.find(({ name }) => name === report.live);
  const live = release ? new Date(release.madeAt) : null;
  if (report?.heldSince) return { state: 'held', live };
  const failed = (reason: string): SiteState => ({
    state: 'failed',
    live,
    since: incident?.beganAt ?? null,
    reason,
  });
  if (report && report.failures > 0)
    return failed(report.lastFailure?.reason ?? 'The last publication failed.');
  if (notice?.lastError) return failed(notice.lastError);
  if (incident) return failed('The site has not followed the catalogue.');
  const waits = notice?.told !== version || (report?.waitingSince ?? null) !== null;
  return { state: waits ? 'waits' : 'follows', live };
}
