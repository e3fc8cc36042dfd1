import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { incidents } from '#backend/db/tables/incident-tables.ts';
import { publisherNotices } from '#backend/db/tables/publishing-tables.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { readVersion } from '#backend/services/catalogue/changes.ts';

/** Milliseconds that a page waits for the publisher. */
const PATIENCE_MS = 1000;

/**
 * How the site follows the catalogue. `none`: nobody is told of changes. `held`: after a rollback nothing is published.
 * `told` is when the publisher last received a change; null before the first.
 */
export type SiteState =
  | { state: 'none' }
  | { state: 'follows' | 'waits' | 'held'; told: Date | null }
  | { state: 'failed'; told: Date | null; since: Date | null; reason: string };

/** How it stands now, by the database and by the publisher's own word where it answers in time. */
export async function siteState(db: Database, publisher: Publisher | null): Promise<SiteState> {
  if (!publisher) return { state: 'none' };
  const [[notice], [incident], { version }, status] = await Promise.all([
    db.select().from(publisherNotices).where(eq(publisherNotices.address, publisher.address)),
    db
      .select()
      .from(incidents)
      .where(and(eq(incidents.kind, 'publishing'), isNull(incidents.endedAt))),
    readVersion(db),
    inTime(publisher.ask?.()),
  ]);
  const told = notice?.toldAt ?? null;
  if (status?.held) return { state: 'held', told };
  const failed = (reason: string): SiteState => ({
    state: 'failed',
    told,
    since: incident?.beganAt ?? null,
    reason,
  });
  if (status && status.failures > 0) return failed(status.reason ?? 'The last publication failed.');
  if (notice?.lastError) return failed(notice.lastError);
  if (incident) return failed('The site has not followed the catalogue.');
  const waits = notice?.told !== version || (status?.waitingSince ?? null) !== null;
  return { state: waits ? 'waits' : 'follows', told };
}

/** An answer; undefined if there is none in time. */
async function inTime<T>(answer: Promise<T> | undefined): Promise<T | undefined> {
  if (!answer) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, undefined);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
