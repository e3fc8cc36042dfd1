import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { MANIFEST, writeArchive } from '#backend/backup/archive.ts';
import { backUp } from '#backend/backup/backup.ts';
import { restore } from '#backend/backup/restore.ts';
import { checkDatabase } from '#backend/db/check/check.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { migrateShop } from '#shop/migrations.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';

/** This version's answer to data from before its first migration. Orders are left behind, the rest is exported. */
const SENTENCE =
  /^\S.* is of 1\.0\.0-rc\.1 or an earlier version, and stays as it is\. Orders, customers, .* are not carried over\. .*catalogue -- export products\.csv, .*shipping -- export places\.csv and .*shop -- export facts\.json\. .* with import instead of export\./;

/** Creates a database with the tables and migrations of another beginning. */
async function oldDatabase() {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  await client.query(`
    create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1795262997624), ('second', 1795262997999);
    create table compatibility ("only" boolean primary key default true, needs text not null);
    insert into compatibility (needs) values ('0010_stock');
    create table products (id text primary key, name text not null);
    insert into products values ('oud', 'Oud'), ('musk', 'Musk')`);
  return { url: database.url, client };
}

/** Returns everything in the database: its objects, and every row with the place where it is stored. */
async function contentOf(client: pg.Client): Promise<unknown[]> {
  const { rows: objects } = await client.query(`
    select relname::text as name, relkind::text as kind, n.nspname::text as schema from pg_class c join pg_namespace n on n.oid = relnamespace
      where nspname in ('public', 'drizzle')
    union all select proname, 'f', n.nspname from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname in ('public', 'drizzle')
    union all select extname, 'e', '' from pg_extension
    order by 3, 2, 1`);
  const rows: unknown[] = [];
  for (const { name, schema } of objects.filter(({ kind }) => kind === 'r')) {
    const table = await client.query(
      `select ctid::text, xmin::text, t.* from "${schema}"."${name}" t`,
    );
    rows.push([name, table.rows]);
  }
  return [...objects, ...rows];
}

test('a database from before the first migration is refused by every program, and stays unchanged', async () => {
  const { url, client } = await oldDatabase();
  const before = await contentOf(client);
  const folder = await mkdtemp(join(tmpdir(), 'turare-old-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { DATABASE_URL: url, DATA_DIR: folder };
  const paystack = createFakePaystack();
  for (const migrations of ['apply', 'leave'] as const) {
    const opened = createBackend(readSettings(env), {
      providers: [paystack],
      log: () => {},
      migrations,
    });
    await expect(opened).rejects.toThrow(SENTENCE);
  }
  await expect(migrateShop(env)).rejects.toThrow(SENTENCE);
  const findings = await checkDatabase(url);
  expect(findings).toContainEqual({
    name: 'migrations',
    state: 'missing',
    detail: expect.stringMatching(SENTENCE),
  });
  const shop = { databaseUrl: url, pictures: createFolderStore(folder) };
  const file = join(folder, 'backup.tar.gz');
  await expect(backUp(shop, file)).rejects.toThrow(SENTENCE);
  await writeBackup(file, 2, ['0000_baseline']);
  await expect(restore(shop, file)).rejects.toThrow(SENTENCE);
  expect(await contentOf(client)).toEqual(before);
});

test('a backup from before the first migration is refused, and the database stays empty', async () => {
  const database = await emptyDatabase();
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const folder = await mkdtemp(join(tmpdir(), 'turare-old-'));
  onTestFinished(async () => {
    await client.end();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const before = await contentOf(client);
  const file = join(folder, 'backup.tar.gz');
  const shop = { databaseUrl: database.url, pictures: createFolderStore(folder) };
  // As in 1.0.0-rc.1.
  await writeBackup(file, 2, ['0000_tables', '0001_open_disputes_unpaid_refunds']);
  await expect(restore(shop, file)).rejects.toThrow(SENTENCE);
  await writeBackup(file, 2, ['0000_baseline', '0001_later']);
  await expect(restore(shop, file)).rejects.toThrow(
    'is of a newer version of the shop (its database has 0001_later)',
  );
  await writeFile(file, 'not a backup');
  await expect(restore(shop, file)).rejects.toThrow('cannot be read as a backup');
  expect(await contentOf(client)).toEqual(before);
});

/** Writes the start of a backup, which says what it contains. */
async function writeBackup(file: string, format: number, migrations: string[]): Promise<void> {
  const manifest = { format, at: '2026-11-01T08:00:00.000Z', migrations, tables: [] };
  const entries = async function* () {
    yield { name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) };
  };
  await writeArchive(file, entries());
}
