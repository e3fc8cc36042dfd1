import pg from 'pg';
import { migrate, missingMigrations, UnusableDatabase } from './migrate.ts';

/** Whether a program applies this version's migrations, or leaves them to `npm run migrate` (decision 24). */
export type Migrations = 'apply' | 'leave';

/** In production a process of an earlier version may be serving: whoever deploys decides when its tables change. */
export const migrationsOf = ({ SHOP_MODE }: { SHOP_MODE: string }): Migrations =>
  SHOP_MODE === 'production' ? 'leave' : 'apply';

/**
 * Makes sure that a database has the tables of this version.
 * @throws Error with a sentence to show, when it cannot be reached or migrated, or lacks migrations.
 */
export async function prepareDatabase(url: string, migrations: Migrations): Promise<void> {
  let missing: string[] = [];
  try {
    if (migrations === 'apply') await migrate(url);
    else missing = await missingAt(url);
  } catch (cause) {
    if (cause instanceof UnusableDatabase) throw cause;
    throw new Error(
      'The database cannot be reached, or its tables cannot be made. Check DATABASE_URL and that PostgreSQL runs.',
      { cause },
    );
  }
  if (missing.length > 0) {
    throw new Error(
      `The database lacks ${missing.join(', ')} of this version: run npm run migrate first.`,
    );
  }
}

async function missingAt(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await missingMigrations(client);
  } finally {
    await client.end();
  }
}
