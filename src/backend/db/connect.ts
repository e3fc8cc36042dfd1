import { once } from 'node:events';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { addressesOf, CONNECTIONS, type DatabasePlace, isShared } from './addresses.ts';
import { Connection } from './connection.ts';
import { isUnavailable, Unreachable } from './unavailable.ts';

/** The database as services use it. A transaction has the same methods. */
export type Database = NodePgDatabase;

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

/** The pools of connections that keep their state between two transactions, by the database of `connect`. */
const SESSIONS = new WeakMap<Database, pg.Pool>();

/**
 * Runs `work` on one connection by the direct address and outside of any transaction. Drops its temporary tables when it has ended.
 * @param db - must be one of `connect`, not a transaction.
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
 * A pool of connections, with Drizzle over it. `close` waits for running queries, and until the server may stop without cutting
 * a connection off.
 *
 * Where calls have an address of their own, a pooler may give each transaction another connection. So the limits go along with each
 * `begin`, and those of statements outside of a transaction are the role's own, which `migrate` sets (roles.ts).
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
  // Not as parameters of the connection: PgBouncer refuses those that it does not know.
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
  // Drizzle's own never releases a connection on which `begin` fails. After ten of those every request waits for ever.
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
      // Another server may stand at the address now: one that takes orders, where this one was made a standby.
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

/** A pool whose `end` waits for the last connection. */
function openPool(config: pg.PoolConfig, onError: (error: Error) => void) {
  const pool = new pg.Pool({
    ...config,
    Client: Connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'turare',
  });
  // The loss of the server must not end the process: neither while a connection is idle (an event of the pool) nor
  // between two queries of a transaction (an event of the connection). The next query fails and reports it.
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
      // The pool only asks its connections to end.
      while (open.size > 0) await once(pool, 'remove');
    },
  };
}

/** The limits as PostgreSQL's settings. */
const settingsOf = ({ statement, lock, idleTransaction }: TimeLimits) =>
  Object.entries({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleTransaction,
  });

/** Statements that set limits, each after the same words: `set`, or of a role. */
export const limitStatements = (limits: TimeLimits, words: string): string =>
  settingsOf(limits)
    .map(([name, value]) => `${words} ${name} = ${value}`)
    .join('; ');

/** A client that sets limits in the message that begins a transaction: that costs no round trip. */
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
