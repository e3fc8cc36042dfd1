import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster } from '#backend/db/cluster.ts';
import type { Settings } from '#backend/settings.ts';

/** The shop's database: DATABASE_URL, else the PostgreSQL that a running shop has, else one started for us. */
export async function openShopDatabase(
  settings: Settings,
): Promise<{ url: string; close(): Promise<void> }> {
  const running = settings.DATABASE_URL ?? (await findRunning(settings.DATA_DIR));
  if (running) return { url: running, close: async () => {} };
  const cluster = await startCluster({ dataDir: settings.DATA_DIR });
  return { url: cluster.url, close: () => cluster.stop() };
}

/** The address of the PostgreSQL that runs on a data folder; null when none does. */
async function findRunning(dataDir: string): Promise<string | null> {
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
    // What a killed run left behind: nothing answers there.
    return null;
  }
}
