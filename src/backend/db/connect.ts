import { once } from 'node:events';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { addressesOf, CONNECTIONS, type DatabasePlace, isShared } from './addresses.ts';
import { Connection } from './connection.ts';
import { isUnavailable, Unreachable } from './unavailable.ts';

/** The database as services use it. A transaction has the same methods. */
export type Database = NodePgDatabase;

/** The limits on how long the database may keep a connection busy, in milliseconds; 0 for no limit. */
export interface TimeLimits {
  /** A statement. */
  statement: number;
  /** A wait for a lock of another transaction. */
  lock: number;
  /** A transaction that does nothing. */
  idleTransaction: number;
}

/** The limits for calls with a waiting client. A transaction that needs longer sets its own (`set local`). */
export const API_LIMITS: TimeLimits = { statement: 30_000, lock: 10_000, idleTransaction: 30_000 };
/** The limits for imports, migrations and commands. Defaults of a hosted database could otherwise cut them short. */
const NO_LIMITS: TimeLimits = { statement: 0, lock: 0, idleTransaction: 0 };

/** The pools of connections that keep their state between transactions, by the database of `connect`. */
const SESSIONS = new WeakMap<Database, pg.Pool>();

/**
 * Runs `work` on one connection by the direct address, outside any transaction. Drops its temporary tables afterwards.
 * @param db - must be from `connect`, not a transaction.
 */
export async function inSession<T>(
  db: Database,
  work: (session: Database) => Promise<T>,
): Promise<T> {
  const pool = SESSIONS.get(db);
  if (!pool) throw new Error('A session needs a database of connect()');
  const client = await pool.connect();
  try {
    return await work(drizzle(client));
  } finally {
    const left = await client.query('discard temp').catch((error: Error) => error);
    // A connection that cannot drop them is not used again.
    client.release(left instanceof Error);
  }
}

/**
 * Opens a pool of connections with Drizzle over it. `close` waits for running queries, and until the server may stop
 * without cutting a connection off.
 *
 * If calls have a separate address, a pooler may give each transaction another connection. So each `begin` carries the
 * limits. Statements outside of a transaction have the role's limits, which `migrate` sets (roles.ts).
 */
export function connect(
  place: DatabasePlace,
  options: {
    connections?: number;
    limits?: TimeLimits;
    onError?: (error: Error) => void;
  } = {},
): { db: Database; pool: pg.Pool; close(): Promise<void> } {
  const { limits = NO_LIMITS, connections = CONNECTIONS.calls, onError = () => {} } = options;
  const addresses = addressesOf(place);
  const shared = isShared(addresses);
  // Not as connection parameters: PgBouncer refuses unknown ones.
  const onConnect = (client: pg.ClientBase) => setLimits(client, limits);
  const calls = openPool(
    { connectionString: addresses.url, max: connections, ...(!shared && { onConnect }) },
    onError,
  );
  const sessions = shared
    ? openPool(
        { connectionString: addresses.direct, max: CONNECTIONS.sessions, onConnect },
        onError,
      )
    : calls;
  const { pool } = calls;
  const db = drizzle(pool);
  SESSIONS.set(db, sessions.pool);
  // Drizzle's own method never releases a connection on which `begin` fails. After ten of those every request hangs.
  db.transaction = async (work, config) => {
    const client = await pool.connect().catch((cause: unknown) => {
      throw new Unreachable(cause);
    });
    let isUsable = true;
    try {
      return await drizzle(shared ? beginningWith(limits, client) : client).transaction(
        work,
        config,
      );
    } catch (error) {
      // The address may now lead to another server: one that takes orders, after this one became a standby.
      isUsable = !isUnavailable(error);
      throw error;
    } finally {
      client.release(!isUsable);
    }
  };
  return {
    db,
    pool,
    async close() {
      await Promise.all([...new Set([calls, sessions])].map(({ end }) => end()));
    },
  };
}

/** Opens a pool whose `end` waits for the last connection. */
function openPool(config: pg.PoolConfig, onError: (error: Error) => void) {
  const pool = new pg.Pool({
    ...config,
    Client: Connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'turare',
  });
  // The loss of the server must not end the process. A connection may be idle (an event of the pool) or between two queries
  // of a transaction (an event of the connection). The next query fails and reports the loss.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.once('error', onError);
    client.on('error', () => {});
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  return {
    pool,
    async end() {
      await pool.end();
      // The pool only asks its connections to close.
      while (open.size > 0) await once(pool, 'remove');
    },
  };
}

/** Returns the limits as PostgreSQL's settings. */
const settingsOf = ({ statement, lock, idleTransaction }: TimeLimits) =>
  Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleTransaction,
  });

/** Returns statements that set limits, each after the same words: `set`, or the words for a role. */
export const limitStatements = (limits: TimeLimits, words: string): string =>
  settingsOf(limits)
    .map(([name, value]) => `${words} ${name} = ${value}`)
    .join('; ');

/** Wraps a client so that the message that begins a transaction also sets the limits, without another round trip. */
const beginningWith = (limits: TimeLimits, client: pg.PoolClient) =>
  ({
    query: (statement: pg.QueryConfig, values: unknown[]) =>
      /^begin\b/.test(statement.text)
        ? client.query(`${statement.text}; ${limitStatements(limits, 'set local')}`)
        : client.query(statement, values),
  }) as pg.PoolClient;

/** Sets the time limits of a connection. */
export async function setLimits(client: pg.ClientBase, limits = NO_LIMITS): Promise<void> {
  await client.query(limitStatements(limits, 'set'));
}
