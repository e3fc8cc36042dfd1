import { sql } from 'drizzle-orm';
import type { Task } from '#backend/base/background.ts';
import type { Log } from '#backend/base/log.ts';
import type { Database } from './connect.ts';
import { isUnavailable } from './unavailable.ts';

/** Milliseconds for which a commit may wait for a standby. */
const LIMIT_MS = 4000;
/** The same while none answers: a commit that waits keeps its locks, and others wait for them one after the other. */
const SHORT_LIMIT_MS = 500;
const PAUSE_MS = 1000;
const DEADLINE_MS = 15_000;

/**
 * Ends commits that wait too long for a synchronous standby. PostgreSQL has no limit for that: `statement_timeout` is over when a
 * commit begins. Whoever waits gets `Unconfirmed` (connection.ts), and 503 as the answer. What was written stands all
 * the same, unless the primary server is lost before the standby is back.
 * @param db - must have connections that no commit waits on.
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

/** A transaction's commit is a statement of its own, so that `state_change` is when it began. @returns how many have ended. */
async function endCommitWaits(db: Database, limitMs: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    select pg_cancel_backend(pid) from pg_stat_activity
    where wait_event = 'SyncRep' and usename = current_user and datname = current_database()
      and state_change < clock_timestamp() - ${limitMs} * interval '1 millisecond'`);
  return rowCount ?? 0;
}
