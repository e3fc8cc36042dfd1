import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type Addresses, addressesOf } from '#backend/db/addresses.ts';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrationsOf, prepareDatabase } from '#backend/db/prepare.ts';
import { expectSessions } from '#backend/db/sessions.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { readChanges } from '#backend/shop/facts.ts';
import { takeShopChanges } from '#config/shop.ts';
import { asTyped } from '#process/as-typed.ts';

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';

/** Runs work on the shop's database and closes it. Unless `asItIs`, its tables must be those of this version. */
export async function withShopDatabase<T>(
  settings: Settings,
  work: (db: Database) => Promise<T>,
  { asItIs = false }: { asItIs?: boolean } = {},
): Promise<T> {
  const database = await openShopDatabase(settings);
  try {
    if (asItIs) await expectSessions(database.addresses);
    else await prepareDatabase(database.addresses, migrationsOf(settings));
    const { db, close } = connect(database.addresses.direct, { connections: 2 });
    try {
      // The emails of a command name the shop, too.
      if (!asItIs) takeShopChanges(await readChanges(db));
      return await work(db);
    } catch (error) {
      if (!(error instanceof DrizzleQueryError)) throw error;
      const { code } = error.cause as { code?: string };
      if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN) {
        throw new Error(
          `The database has no shop of this version. ${asTyped('migrate')} makes and updates its tables.`,
        );
      }
      // The error's message quotes the query, with people's names and addresses.
      throw new Error('The database did not answer a query.', { cause: error.cause });
    } finally {
      await close();
    }
  } finally {
    await database.close();
  }
}

/** Opens the shop's database: DATABASE_URL, else the PostgreSQL of a running shop, else a new one. */
export async function openShopDatabase(
  settings: Pick<Settings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
): Promise<{ addresses: Addresses; close(): Promise<void> }> {
  const close = async () => {};
  if (settings.DATABASE_URL) return { addresses: addressesOf(settings), close };
  const running = await findRunning(settings.DATA_DIR);
  if (running) return { addresses: addressesOf(running), close };
  const cluster = await startCluster({ dataDir: settings.DATA_DIR });
  return { addresses: addressesOf(cluster.url), close: () => cluster.stop() };
}

/** Returns the address of the PostgreSQL that runs on a data folder, or null. */
async function findRunning(dataDir: string): Promise<string | null> {
  // A file that cannot be read finds no server. Starting one on this folder reports the reason.
  const read = (path: string) => readFile(join(dataDir, path), 'utf8').catch(() => '');
  // The fourth line of PostgreSQL's own pid file is its port.
  const port = (await read('postgres/postmaster.pid')).split('\n')[3]?.trim();
  const password = await read('postgres-password');
  if (!port || !password) return null;
  const url = `postgres://turare:${password}@127.0.0.1:${port}/turare`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch {
    // A killed run left its pid file, and nothing answers.
    return null;
  }
}
