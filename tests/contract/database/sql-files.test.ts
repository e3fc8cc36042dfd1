import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { backUp } from '#backend/backup/backup.ts';
import { restore } from '#backend/backup/restore.ts';
import { checkDatabase } from '#backend/db/check/check.ts';
import config from '#backend/db/drizzle.config.ts';
import {
  knownMigrations,
  lastMigration,
  migrate,
  migrationStatements,
  missingMigrations,
} from '#backend/db/migrate.ts';
import { describeSchema, SCHEMA_FILE, schemaText } from '#backend/db/schema.ts';
import { readSqlFiles } from '#backend/db/sql-files.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { packageFile } from '#process/child.ts';
import { emptyDatabase, type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { laterVersion, otherFiles } from '../../database/later-version.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { detailOf, run, wrong } from './check.harness.ts';

async function open(make: () => Promise<FreshDatabase>) {
  const { url, drop } = await make();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await drop();
  });
  return { url, client };
}

const sourceOf = async (client: pg.Client, name: string): Promise<string> =>
  (await client.query('select prosrc from pg_proc where proname = $1', [name])).rows[0]?.prosrc;
const applied = async (client: pg.Client) =>
  (await client.query('select path, hash, migration from sql_files order by path collate "C"'))
    .rows;

/** A migration and a changed file of a later version. */
const LATER = { tag: '0098_later', sql: 'SELECT 1' };
const FACETS = 'products/sql/facets.sql';
const changed = (path: string, text: string) =>
  path === FACETS ? text.replace("product.status = 'shown'", "product.status IN ('shown')") : text;

test('migrations and SQL files create the schema in the snapshot', async () => {
  const { url, client } = await open(emptyDatabase);
  const files = readSqlFiles().map(({ path }) => path);
  expect(files.length).toBeGreaterThan(20);
  expect(await migrate(url)).toEqual([...knownMigrations(), ...files]);
  expect(schemaText(await describeSchema(client))).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  expect(await missingMigrations(client)).toEqual([]);
  expect(await migrate(url)).toEqual([]);
});

test('migrate with a number of migrations applies no SQL file', async () => {
  const { url, client } = await open(emptyDatabase);
  await migrate(url, { count: knownMigrations().length });
  expect(await applied(client)).toEqual([]);
  expect(await missingMigrations(client)).toEqual(readSqlFiles().map(({ path }) => path));
});

test('an older program on a newer database changes none of its functions, moved ones included', async () => {
  const { url, client } = await open(freshDatabase);
  const moved = 'products/sql/moved.sql';
  const words = readSqlFiles().find(({ path }) => path.endsWith('/sizes.sql'))?.text ?? '';
  const newer = {
    folder: await laterVersion(LATER),
    subjects: await otherFiles(
      (path, text) => (path.endsWith('/sizes.sql') ? null : changed(path, text)),
      { [moved]: words.replace('LIMIT 13', 'LIMIT 14') },
    ),
  };
  expect(await missingMigrations(client, newer.folder, newer.subjects)).toEqual([
    LATER.tag,
    FACETS,
    moved,
  ]);
  expect(await migrate(url, newer)).toEqual([LATER.tag, FACETS, moved]);
  // As on a database that the newer version created, which never had the former file.
  await client.query("delete from sql_files where path like '%/sizes.sql'");
  const [functions, rows] = [await describeSchema(client), await applied(client)];
  expect(rows.find(({ path }) => path === FACETS)?.migration).toBe(lastMigration() + 1);

  expect(await missingMigrations(client)).toEqual([]);
  expect(await migrate(url)).toEqual([]);
  const backend = await createBackend(readSettings({ DATABASE_URL: url }), {
    providers: [createFakePaystack()],
    log: () => {},
  });
  await backend.close();
  expect(await describeSchema(client)).toEqual(functions);
  expect(await applied(client)).toEqual(rows);
});

test('with two versions of one last migration, the migrating one’s files apply, and both may start', async () => {
  const { url, client } = await open(freshDatabase);
  const subjects = await otherFiles(changed);
  expect(await missingMigrations(client, undefined, subjects)).toEqual([]);
  expect(await migrate(url, { subjects })).toEqual([FACETS]);
  expect(await sourceOf(client, 'is_listed')).toContain('IN');
  expect(await missingMigrations(client)).toEqual([]);
  expect(await migrate(url)).toEqual([FACETS]);
  expect(await sourceOf(client, 'is_listed')).not.toContain('IN');
});

test('a changed view is made again with those that read it', async () => {
  const { url, client } = await open(freshDatabase);
  const subjects = await otherFiles((path, text) =>
    path === 'refunds/sql/order-money.sql'
      ? text.replace('AS remaining', 'AS remaining, 1 AS more')
      : text,
  );
  expect(await migrate(url, { subjects })).toEqual(['refunds/sql/order-money.sql']);
  const { rows } = await client.query(
    'select (select count(*)::int from unpaid_refunds) as unpaid, (select count(more)::int from order_money) as money',
  );
  expect(rows).toEqual([{ unpaid: 0, money: 0 }]);
});

test('a file that fails leaves its functions and its row as they were', async () => {
  const { url, client } = await open(freshDatabase);
  const before = await applied(client);
  const subjects = await otherFiles(
    (path, text) => changed(path, text) + (path === FACETS ? 'SELECT 1/0;' : ''),
  );
  await expect(migrate(url, { subjects })).rejects.toThrow('division by zero');
  expect(await sourceOf(client, 'is_listed')).not.toContain('IN');
  expect(await applied(client)).toEqual(before);
});

test('the check of a database names manual changes, and migrate reverts them', async () => {
  const { url, client } = await open(freshDatabase);
  const name = 'functions, triggers and views';
  expect(detailOf(await checkDatabase(url), name)).toBe('they are those of this version');
  const source = await sourceOf(client, 'is_listed');
  const standing = readSqlFiles().find(({ path }) => path === 'fulfilment/sql/standing-steps.sql');
  await run(
    url,
    "create or replace function is_listed(product products) returns boolean language sql immutable parallel safe as 'select true'",
    'drop trigger staff_actions_append_only on staff_actions',
    `${standing?.text.replace('CREATE VIEW', 'CREATE OR REPLACE VIEW').replace(/;\s*$/, '')} LIMIT 9`,
  );
  const findings = await checkDatabase(url);
  expect(wrong(findings)).toEqual([`missing ${name}`]);
  expect(detailOf(findings, name)).toMatch(
    /^Somebody changed or dropped function is_listed, view standing_steps, trigger staff_actions_append_only in the database\./,
  );
  await client.query('delete from sql_files');
  await migrate(url);
  expect(await sourceOf(client, 'is_listed')).toBe(source);
  expect(wrong(await checkDatabase(url))).toEqual([]);
});

test('a backup does not bring the rows of its database, whether it has SQL files or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turare-sql-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pictures = createFolderStore(folder);
  for (const count of [knownMigrations().length, undefined]) {
    const from = await open(emptyDatabase);
    await migrate(from.url, count === undefined ? {} : { count });
    await from.client.query(
      "insert into products (id, name, price_kobo) values ('oud', 'Oud', 100)",
    );
    const file = join(folder, `${count}.tar.gz`);
    await backUp({ databaseUrl: from.url, pictures }, file);
    const to = await open(emptyDatabase);
    await restore({ databaseUrl: to.url, pictures }, file);
    expect((await to.client.query('select id from products')).rows).toEqual([{ id: 'oud' }]);
    expect(await applied(to.client)).toHaveLength(readSqlFiles().length);
    expect(schemaText(await describeSchema(to.client))).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  }
});

test('a function of these files has one signature, and no index, default, column or constraint uses it', async () => {
  const { client } = await open(freshDatabase);
  const text = readSqlFiles()
    .map((file) => file.text)
    .join('');
  const names = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name]) => name);
  const { rows } = await client.query(
    `select p.proname as name, count(distinct p.oid)::int as signatures, count(d.objid)::int as uses from pg_proc p
     left join pg_depend d on d.refobjid = p.oid and d.classid in ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass)
     where p.pronamespace = 'public'::regnamespace and p.proname = any ($1) group by 1 order by 1`,
    [names],
  );
  expect(rows).toEqual(names.toSorted().map((name) => ({ name, signatures: 1, uses: 0 })));
  // card_key is used by one.
  expect(names).not.toContain('card_key');
});

test('no migration calls a function of these files', async () => {
  const text = readSqlFiles()
    .map((file) => file.text)
    .join('');
  const names = [...text.matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, name]) => name);
  const calls = new RegExp(`^(?!\\s*DROP FUNCTION).*\\b(${names.join('|')})\\(`, 'im');
  expect('SELECT list_cards(ids, keys)').toMatch(calls);
  for (const { statements } of migrationStatements()) {
    for (const statement of statements) expect(statement).not.toMatch(calls);
  }
});

test('drizzle-kit generate says that there are no schema changes, with one snapshot', async () => {
  const out = await mkdtemp(join(tmpdir(), 'turare-drizzle-kit-'));
  onTestFinished(() => rm(out, { recursive: true }));
  await cp('src/backend/db/migrations', out, { recursive: true });
  const before = await readdir(join(out, 'meta'));
  expect(before.filter((name) => name.endsWith('_snapshot.json'))).toHaveLength(1);
  const { stdout } = await promisify(execFile)(process.execPath, [
    packageFile('drizzle-kit/bin.cjs'),
    ...['generate', '--dialect', 'postgresql', '--schema', String(config.schema)],
    // drizzle-kit resolves it from the current folder.
    ...['--out', relative(process.cwd(), out)],
  ]);
  expect(stdout).toContain('No schema changes');
  expect(await readdir(join(out, 'meta'))).toEqual(before);
});
