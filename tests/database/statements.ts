import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database } from '#backend/db/connect.ts';

/** A statement sent by a service. */
interface Sent {
  text: string;
  values: unknown[];
}

/** Runs `work` over a database and returns the statements that it sends, in order. */
export async function statementsOf(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
): Promise<Sent[]> {
  const sent: Sent[] = [];
  const recording = {
    query: (config: { text: string }, values: unknown[] = []) => {
      sent.push({ text: config.text, values });
      return pool.query(config, values);
    },
  };
  await work(drizzle(recording as unknown as pg.Pool));
  return sent;
}

/** Sends statements one after the other through pg alone. */
export async function replay(pool: pg.Pool, statements: readonly Sent[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, values as unknown[]);
  } finally {
    client.release();
  }
}
