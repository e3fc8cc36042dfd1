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
  // A server that goes away must not end the process, neither while a connection is idle (the pool's event) nor
  // between two queries of a transaction (the connection's own); the next query tells.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.once('error', options.onError ?? (() => {}));
    client.on('error', () => {});
  });
  const db = drizzle(pool);
  // Drizzle's own never gives a connection back on which `begin` fails: ten of those, and all requests wait for ever.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return { db, pool, close: () => pool.end() };
}
