import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The database as services use it. A transaction has the same methods. */
export type Database = NodePgDatabase;

/** A pool of connections to `url`, with Drizzle over it. `close` waits for running queries. */
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
  // The loss of the server must not end the process: neither while a connection is idle (an event of the pool) nor
  // between two queries of a transaction (an event of the connection). The next query fails and reports it.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.once('error', options.onError ?? (() => {}));
    client.on('error', () => {});
  });
  const db = drizzle(pool);
  // Drizzle's own never releases a connection on which `begin` fails. After ten of those every request waits for ever.
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
