import {
  archiveStandsStill,
  archiveWaitsSince,
  readArchiveState,
} from '#backend/backup/log-archive.ts';
import type { Database } from '#backend/db/connect.ts';
import type { Finding } from './finding.ts';

/** Checks whether PostgreSQL's log reaches its archive. The shop knows about this machine's archive, not about a host's. */
export async function lookAtArchive(db: Database, dataDir: string): Promise<Finding> {
  const kept = await readArchiveState(dataDir);
  if (kept === null) return { state: 'unknown' };
  const since = await archiveWaitsSince(db);
  if (!archiveStandsStill(since)) return { state: 'works' };
  return {
    state: 'stopped',
    since,
    reason: kept.waits ?? "A part of PostgreSQL's log has not reached the archive.",
  };
}
