import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any number, so long as it is ours: 'tura' in ASCII. */
const LOCK = 0x74757261;

/** Brings the database at `url` to the newest tables. Two processes may start at once: one waits for the other. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: FOLDER });
  } finally {
    await client.end();
  }
}
