import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openBackup } from '#backend/backup/age.ts';
import { readArchive, writeArchive } from '#backend/backup/archive.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { discardAside, restoreShop } from '#machine/backup/restore-shop.ts';
import { backUpShop } from '#machine/backup/timed.ts';
import { freshDatabase } from '../../database/fresh.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** A shop that is in use gets an earlier state back, and what it had stays beside it. */

const AT = new Date('2026-11-26T02:00:00Z');
const NAME = 'shop-2026-11-26T0300.tar.gz';

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
/** What the units of the machine were asked for. */
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
  onTestFinished(() => rm(folder, { recursive: true }));
  shop = await openShop({ products: [product({ id: 'oud' })] });
  onTestFinished(() => shop.close());
});

/** The settings of a machine whose database is a copy of the shop's, which nobody has open. */
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
  // The shop went on after the backup.
  await query("insert into shipping_places (place, amount_kobo) values ('Jos', 1)");
  return { settings: readSettings({ ...settings, DATABASE_URL: database.url }), query };
}
const PRODUCTS = 'select id from products';
const ASIDE = "select datname as name from pg_database where datname like '%_before_%'";
const restoreNow = (settings: ReturnType<typeof readSettings>, backup: string, key?: string) =>
  restoreShop(settings, services, { backup, identity: key }, { now: AT });

test('the latest, from the folder: the earlier database stays aside until it is discarded', async () => {
  const { settings, query } = await machine();
  const lines = await restoreNow(settings, 'latest');
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

test('by its name, from the store, with the identity, once the folder is lost', async () => {
  const { settings, query } = await machine();
  await rm(join(folder, NAME));
  await expect(restoreNow(settings, NAME)).rejects.toThrow('no file and no backup with the name');
  await expect(restoreNow(settings, 'latest')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('Name the file with the identity') },
  });
  expect(asked).toEqual([]);
  await restoreNow(settings, `${NAME}.age`, identity);
  expect(await query(PRODUCTS)).toEqual([{ id: 'oud' }]);
  expect(await readdir(settings.DATA_DIR)).not.toContain('backup-fetched');
});

test('one that cannot be restored leaves the shop as it is, and running', async () => {
  const { settings, query } = await machine();
  const bad = join(folder, 'bad.tar.gz');
  const entries = readArchive(await openBackup(join(folder, NAME)));
  async function* spoilt() {
    for await (const entry of entries) {
      // Reads back, but no database takes it: the price is no number.
      const spoil = entry.name.startsWith('tables/products/');
      const text = entry.bytes.toString().replace(/\t\d{4,}\t/, '\tmuch\t');
      yield spoil ? { ...entry, bytes: Buffer.from(text) } : entry;
    }
  }
  await writeArchive(bad, spoilt());
  const before = await query(ASIDE);
  await expect(restoreNow(settings, bad)).rejects.toThrow('Nothing was restored.');
  expect(asked).toEqual(['stop', 'start']);
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
