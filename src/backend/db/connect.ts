import { once } from 'node:events';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** The database as services use it. A transaction has the same methods. */
export type Database = NodePgDatabase;

/**
 * A pool of connections to `url`, with Drizzle over it. `close` waits for running queries, and until the server may stop
 * without cutting a connection off.
 */
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
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
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
