import { sql } from 'drizzle-orm';
import type { Task } from '#backend/base/background.ts';
import type { Log } from '#backend/base/log.ts';
import type { Database } from './connect.ts';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds for which a commit may wait for a standby. */
const LIMIT_MS = 4000;
/** The limit while no standby answers. A waiting commit keeps its locks, and other calls queue behind them. */
const SHORT_LIMIT_MS = 500;
const PAUSE_MS = 1000;
const DEADLINE_MS = 15_000;

/**
 * Ends commits that wait too long for a synchronous standby. PostgreSQL has no limit for this wait, because
 * `statement_timeout` ends when a commit begins. The caller gets `Unconfirmed` (connection.ts), and the client 503. The
 * data stays written, unless the primary server is lost before the standby is back.
 * @param db - must have connections that never wait for a commit.
 */
export function commitWaitsTask(db: Database, log: Log): Task {
  let limitMs = LIMIT_MS;
  return {
    failure: 'commit_waits_failed',
    pauseMs: PAUSE_MS,
    deadlineMs: DEADLINE_MS,
    async round() {
      const ended = await endCommitWaits(db, limitMs).catch((error: unknown) => {
        // The calls report it.
        if (isUnavailable(error)) return 0;
        throw error;
      });
      limitMs = ended > 0 ? SHORT_LIMIT_MS : LIMIT_MS;
      if (ended > 0) log({ event: 'commits_unconfirmed', level: 'error', ended });
    },
  };
}

/** Ends them. A transaction's commit is a separate statement, so `state_change` is its beginning. @returns their number. */
async function endCommitWaits(db: Database, limitMs: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()
      and state_change < clock_timestamp() - ${limitMs} * interval '1 millisecond'`);
  return rowCount ?? 0;
}
