import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { Unconfirmed } from '#backend/db/connection.ts';
import { isRefusedBy } from '#backend/db/transact.ts';
import { within } from '#process/within.ts';

/** Milliseconds for a commit, which may wait for a standby. */
const COMMIT_MS = 3000;
/** Milliseconds for which this process is not ready after a call found the disk full. */
const FULL_MS = 10_000;

/** Whether the database accepts shoppers' orders. */
export interface Readiness {
  /** Reports a call that failed because the database is not available. */
  failed(error: unknown): void;
  /** Returns why the database accepts no orders, as a sentence; null if it does. @throws if it does not answer. */
  why(): Promise<string | null>;
}

/** Checks readiness by a commit that changes no table. Only one runs at a time, because it may keep its connection. */
export function createReadiness(db: Database): Readiness {
  let fullAt = Number.NEGATIVE_INFINITY;
  let committing: Promise<string | null> | undefined;
  const isFull = () => performance.now() - fullAt < FULL_MS;
  return {
    failed(error) {
      if (isRefusedBy(error, DISK_FULL)) fullAt = performance.now();
    },
    async why() {
      // A small commit may find room where an order does not.
      if (isFull()) return 'The disk of the database is full.';
      committing ??= commit(db).finally(() => {
        committing = undefined;
      });
      return within(COMMIT_MS, committing, NOT_COMMITTED);
    },
  };
}

const NOT_COMMITTED = 'The database does not commit.';
const DISK_FULL = '53100';
/** Error codes for a function that is forbidden or unknown: a host may lack it. */
const NOT_ALLOWED = ['42501', '42883'];

async function commit(db: Database): Promise<string | null> {
  try {
    const { rows } = await db.execute<{ only_read: boolean }>(sql`
      select only_read, case when not only_read then pg_logical_emit_message(true, 'turare', '') end
      from (select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as only_read) as server`);
    return rows[0]?.only_read ? 'The database can only be read.' : null;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Unconfirmed) return NOT_COMMITTED;
    if (isRefusedBy(error, ...NOT_ALLOWED)) return null;
    throw error;
  }
}
