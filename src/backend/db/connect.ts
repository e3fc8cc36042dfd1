import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The database as the services use it; a transaction has the same type. */
export type Database = NodePgDatabase;

/** A pool of connections to `url`, and Drizzle over it. `close` waits for queries under way. */
export function connect(
  url: string,
  options: { connections?: number; onError?: (error: Error) => void } = {},
): { db: Database; pool: pg.Pool; close(): Promise<void> } {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'turare',
  });
  // A server that goes away while a connection is idle must not end the process; the next query tells.
  pool.on('error', options.onError ?? (() => {}));
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
