import { once } from 'node:events';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { Unreachable } from './unavailable.ts';

/** The database as services use it. A transaction has the same methods. */
export type Database = NodePgDatabase;

/** Connections of a pool. */
export const POOL_SIZE = 10;

/** How long the database may keep a connection busy, in milliseconds; 0 for as long as it takes. */
export interface TimeLimits {
  /** A statement. */
  statement: number;
  /** A wait for a lock of another transaction. */
  lock: number;
  /** A transaction that does nothing. */
  idleTransaction: number;
}

/** The limits for calls that somebody waits for. A transaction that needs longer sets its own (`set local`). */
export const API_LIMITS: TimeLimits = { statement: 30_000, lock: 10_000, idleTransaction: 30_000 };
/** For imports, migrations and commands. A hosted database may have limits by default, which would cut them short. */
const NO_LIMITS: TimeLimits = { statement: 0, lock: 0, idleTransaction: 0 };

/**
 * Runs `work` on one connection and outside of any transaction. Drops its temporary tables when it has ended.
 * @param db - must be one of `connect`, not a transaction.
 */
export async function inSession<T>(
  db: Database,
  work: (session: Database) => Promise<T>,
): Promise<T> {
  const client = await (db as Database & { $client: pg.Pool }).$client.connect();
  try {
    return await work(drizzle(client));
  } finally {
    const left = await client.query('discard temp').catch((error: Error) => error);
    // A connection that cannot drop them is not used again.
    client.release(left instanceof Error);
  }
}

/**
 * A pool of connections to `url`, with Drizzle over it. `close` waits for running queries, and until the server may stop
 * without cutting a connection off.
 */
export function connect(
  url: string,
  options: {
    connections?: number;
    limits?: TimeLimits;
    onError?: (error: Error) => void;
  } = {},
): { db: Database; pool: pg.Pool; close(): Promise<void> } {
  const { limits = NO_LIMITS } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? POOL_SIZE,
    connectionTimeoutMillis: 10_000,
    application_name: 'turare',
    // Not as parameters of the connection: PgBouncer refuses those that it does not know.
    onConnect: (client) => setLimits(client, limits),
  });
  // The loss of the server must not end the process: neither while a connection is idle (an event of the pool) nor
  // between two queries of a transaction (an event of the connection). The next query fails and reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.once('error', options.onError ?? (() => {}));
    client.on('error', () => {});
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  const db = drizzle(pool);
  // Drizzle's own never releases a connection on which `begin` fails. After ten of those every request waits for ever.
  db.transaction = async (work, config) => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new Unreachable(cause);
    });
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return {
    db,
    pool,
    async close() {
      await pool.end();
      // The pool only asks its connections to end.
      while (open.size > 0) await once(pool, 'remove');
    },
  };
}

/** Sets the time limits of a connection. */
export async function setLimits(client: pg.ClientBase, limits = NO_LIMITS): Promise<void> {
  const { statement, lock, idleTransaction } = limits;
  await client.query(
    `set statement_timeout = ${statement}; set lock_timeout = ${lock};
     set idle_in_transaction_session_timeout = ${idleTransaction}`,
  );
}
