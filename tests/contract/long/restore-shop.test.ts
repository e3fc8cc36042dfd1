import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openBackup } from '#backend/backup/age.ts';
import { readArchive, writeArchive } from '#backend/backup/archive.ts';
import { readSettings } from '#backend/settings/settings.ts';
import {
  aroundOf,
  discardAside,
  openRestored,
  prepareRestore,
  restoreJournal,
  undoRestore,
} from '#machine/backup/restore-shop.ts';
import { backUpShop } from '#machine/backup/timed.ts';
import { withLock } from '#machine/lock.ts';
import { readMachine } from '#machine/place.ts';
import { readShopStatus } from '#machine/status/status.ts';
import { freshDatabase } from '../../database/fresh.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** A shop in use gets an earlier state back, and its own stays beside it. */

const AT = new Date('2026-11-26T02:00:00Z');
/** The name of the backup, with its number of rows. */
let NAME: string;

let s3: S3Server;
let identity: string;
let recipient: string;
beforeAll(async () => {
  s3 = await startS3();
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
});
afterAll(() => s3.close());

let shop: TestShop;
let folder: string;
let part = 0;
/** The requests to the units of the machine. */
let asked: string[];
const services = {
  stop: async () => void asked.push('stop'),
  start: async () => {
    asked.push('start');
    return [];
  },
};
beforeEach(async () => {
  asked = [];
  part++;
  folder = await mkdtemp(join(tmpdir(), 'turare-restore-shop-'));
  await mkdir(join(folder, 'storage'));
  onTestFinished(() => rm(folder, { recursive: true }));
  shop = await openShop({ products: [product({ id: 'oud' })] });
  onTestFinished(() => shop.close());
});

/** Returns the settings of a machine whose database is a copy of the shop's that nobody has open. */
async function machine() {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const store = Object.entries(s3.settings).map(([name, value]) => [
    name.replace('MEDIA', 'BACKUP'),
    value,
  ]);
  const settings = {
    DATA_DIR: join(folder, 'data'),
    BACKUP_FOLDER: folder,
    ...Object.fromEntries(store),
    BACKUP_S3_PREFIX: `part-${part}`,
    BACKUP_AGE_RECIPIENT: recipient,
  };
  await backUpShop(readSettings({ ...settings, DATABASE_URL: shop.databaseUrl }), { now: AT });
  NAME = (await readdir(folder)).find((name) => name.startsWith('shop-')) ?? '';
  const query = async (text: string, name?: string) => {
    const connectionString = name ? new URL(`/${name}`, database.url).href : database.url;
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  // The shop continued after the backup.
  await query("insert into shipping_places (place, amount_kobo) values ('Jos', 1)");
  const env = { ...settings, DATABASE_URL: database.url };
  return { settings: readSettings(env), env, query };
}
const PRODUCTS = 'select id from products';
const ASIDE = "select datname as name from pg_database where datname like '%_before_%'";
const prepare = (settings: ReturnType<typeof readSettings>, backup: string, key?: string) =>
  prepareRestore(settings, around(), { backup, identity: key }, { now: AT });
/** Restores a backup and lets shoppers in. */
async function restoreNow(settings: ReturnType<typeof readSettings>, backup: string, key?: string) {
  await prepare(settings, backup, key);
  return openRestored(settings, around(), { now: AT });
}
/** Returns the machine of a test: a container whose places are in its folder. */
const place = () => readMachine({ TURARE_CONTAINER: '1', TURARE_PREFIX: folder, PORT: '4321' });
const around = () => aroundOf(place(), services);

test('the latest, from the folder: the earlier database stays aside until it is discarded', async () => {
  const { settings, query } = await machine();
  const found = await prepare(settings, 'latest');
  expect(asked).toEqual([]);
  expect(await query('select place from shipping_places')).toContainEqual({ place: 'Jos' });
  expect(found.join('\n')).toMatch(
    /^The shop of [-\d]{10} [:\d]{5} is restored beside the one that sells\.\nIt has \d+ rows, and each could be read\.\nAll of its pictures are there\.\nThe audit finds nothing wrong\./,
  );
  const lines = await openRestored(settings, around(), { now: AT });
  expect(asked).toEqual(['stop', 'start']);
  expect(await query(PRODUCTS)).toEqual([{ id: 'oud' }]);
  expect(await query('select place from shipping_places')).not.toContainEqual({ place: 'Jos' });
  const name = /turare restore --discard (\S+)$/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  expect(name).toMatch(/_before_20261126t020000$/);
  expect(await query('select place from shipping_places', name)).toContainEqual({ place: 'Jos' });
  const collation = `select datcollate, datctype, datlocale, datlocprovider, pg_get_userbyid(datdba)
    from pg_database where datname = `;
  expect(await query(`${collation} current_database()`)).toEqual(
    await query(`${collation} '${name}'`),
  );
  await expect(discardAside(settings, 'postgres')).rejects.toThrow('not the name of a database');
  await discardAside(settings, name);
  expect((await query(ASIDE)).map((row) => row.name)).not.toContain(name);
});

test('by its name, from the store, with the identity, after the folder is lost', async () => {
  const { settings, query } = await machine();
  await rm(join(folder, NAME));
  await expect(restoreNow(settings, NAME)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('no file and no backup with the name') },
  });
  await expect(restoreNow(settings, 'latest')).rejects.toMatchObject({
    cause: { cause: { message: expect.stringContaining('Name the file with the identity') } },
  });
  expect(asked).toEqual([]);
  await restoreNow(settings, `${NAME}.age`, identity);
  expect(await query(PRODUCTS)).toEqual([{ id: 'oud' }]);
  expect(await readdir(settings.DATA_DIR)).not.toContain('backup-fetched');
});

test('one that cannot be restored leaves the shop unchanged and running', async () => {
  const { settings, query } = await machine();
  const bad = join(folder, 'bad.tar.gz');
  const entries = readArchive(await openBackup(join(folder, NAME)));
  async function* spoilt() {
    for await (const entry of entries) {
      // It reads back, but no database accepts it: the price is not a number.
      const spoil = entry.name.startsWith('tables/products/');
      const text = entry.bytes.toString().replace(/\t\d{4,}\t/, '\tmuch\t');
      yield spoil ? { ...entry, bytes: Buffer.from(text) } : entry;
    }
  }
  await writeArchive(bad, spoilt());
  const before = await query(ASIDE);
  await expect(restoreNow(settings, bad)).rejects.toThrow('Nothing was restored.');
  expect(asked).toEqual([]);
  expect(await query('select place from shipping_places')).toEqual([{ place: 'Jos' }]);
  expect(await query(ASIDE)).toEqual(before);
});

test('nothing is put aside while something else uses the database', async () => {
  const { settings, query } = await machine();
  const other = new pg.Client({
    connectionString: settings.DATABASE_URL,
    application_name: 'another shop',
  });
  await other.connect();
  onTestFinished(() => other.end());
  await expect(restoreNow(settings, 'latest')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('still in use (another shop)') },
  });
  expect(await query('select place from shipping_places')).toEqual([{ place: 'Jos' }]);
});

const hasJos = async (query: Awaited<ReturnType<typeof machine>>['query']) =>
  (await query("select from shipping_places where place = 'Jos'")).length === 1;
const besides = "select datname from pg_database where datname ~ (current_database() || '_')";
/** Starts a process in the container of a test. */
const container = (env: Record<string, string>) => ({
  env: {
    ...process.env,
    ...env,
    ...{ TURARE_CONTAINER: '1', TURARE_PREFIX: folder, DOMAIN: 'shop.example' },
    ...{ SHOP_MODE: '', BACKUP_FOLDER: folder },
  },
});
const saysUnfinished = async (env: Record<string, string>) =>
  (await readShopStatus(place(), { SITE_URL: 'https://shop.example', ...env })).findings;

test('one that is killed while it loads leaves the shop selling, and undo removes the rest', async () => {
  const { settings, env, query } = await machine();
  const child = spawn(
    process.execPath,
    ['scripts/turare/main.ts', 'restore', NAME],
    container(env),
  );
  const ended = once(child, 'exit');
  await expect.poll(() => query(besides), { interval: 1 }).not.toEqual([]);
  child.kill('SIGKILL');
  await ended;
  expect(await hasJos(query)).toBe(true);
  expect(await restoreJournal(place()).read()).toBeNull();
  // As one fetched from a store.
  await mkdir(join(settings.DATA_DIR, 'backup-fetched'));
  expect(await undoRestore(settings, around())).toEqual([
    'What was restored is removed. The shop is as it was.',
  ]);
  expect(await readdir(settings.DATA_DIR)).not.toContain('backup-fetched');
  expect(asked).toEqual([]);
  expect(await query(besides)).toEqual([]);
  await expect(undoRestore(settings, around())).rejects.toThrow('No restore was interrupted');
});

test('one that waits is shown by status, and another one replaces it', async () => {
  const { settings, env, query } = await machine();
  await prepare(settings, 'latest');
  await prepare(settings, NAME);
  expect(await query(besides)).toHaveLength(1);
  expect(await saysUnfinished(env)).toContainEqual({
    name: 'put aside',
    state: 'note',
    says: expect.stringMatching(/^The shop of [-\d]{10} [:\d]{5} is restored, and waits\.$/),
    fix: 'turare restore --open lets shoppers in there; turare restore --undo removes it.',
  });
  expect(await undoRestore(settings, around())).toHaveLength(1);
  expect(await query(besides)).toEqual([]);
  await expect(openRestored(settings, around())).rejects.toThrow('No restored shop waits');
  expect(await hasJos(query)).toBe(true);
});

test('an opening is killed after the databases were renamed: the shop stays closed until it is undone', async () => {
  const { settings, env, query } = await machine();
  await prepare(settings, NAME);
  const dies = { ...around().journal, end: () => Promise.reject(new Error('killed')) };
  const later = { now: new Date(AT.getTime() + 1000) };
  await expect(openRestored(settings, { ...around(), journal: dies }, later)).rejects.toThrow(
    'killed',
  );
  expect(await hasJos(query)).toBe(false);
  await access(join(folder, 'storage/restore.json'));
  expect(await saysUnfinished(env)).toEqual([
    {
      name: 'restore',
      state: 'fault',
      says: `The restore of ${NAME} was interrupted.`,
      fix: 'turare restore --undo opens the shop as it was before. Until then no part starts.',
    },
  ]);
  const findings = await withLock(settings.DATA_DIR, () => saysUnfinished(env));
  expect(findings).toMatchObject([{ state: 'note', says: `The restore of ${NAME} is under way.` }]);
  const closed = promisify(execFile)(
    process.execPath,
    ['scripts/turare/main.ts', 'serve'],
    container(env),
  );
  await expect(closed).rejects.toMatchObject({
    stderr: expect.stringContaining(`The restore of ${NAME} was interrupted.`),
  });
  await expect(prepare(settings, NAME)).rejects.toThrow('turare restore --undo ends it');
  expect(await undoRestore(settings, around())).toEqual([
    `The shop is as it was before the restore of ${NAME}.`,
  ]);
  expect(await hasJos(query)).toBe(true);
  expect(await query(besides)).toEqual([]);
  expect(await restoreJournal(place()).read()).toBeNull();
});

test('a second one changes nothing and says so', async () => {
  const { settings } = await machine();
  const both = await Promise.allSettled([prepare(settings, NAME), prepare(settings, NAME)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = both.find((one) => one.status === 'rejected');
  expect(String(refused?.reason)).toContain('This one has changed nothing.');
  await undoRestore(settings, around());
});
