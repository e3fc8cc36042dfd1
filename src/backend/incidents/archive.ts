import {
  archiveStandsStill,
  archiveWaitsSince,
  readArchiveState,
} from '#backend/backup/log-archive.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Finding } from './finding.ts';

/**
 * Whether PostgreSQL's log reaches its archive. The shop knows of the archive that this machine keeps, not of a
 * host's.
 */
export async function lookAtArchive(db: Database, dataDir: string): Promise<Finding> {
  const kept = await readArchiveState(dataDir);
  if (kept === null) return { state: 'unknown' };
  const since = await archiveWaitsSince(db);
  if (!archiveStandsStill(since)) return { state: 'works' };
  return {
    state: 'stands still',
    since,
    reason: kept.waits ?? "A part of PostgreSQL's log has not reached the archive.",
  };
}
