import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { backUp } from '#backend/backup/backup.ts';
import { checkBackup } from '#backend/backup/check.ts';
import { restore } from '#backend/backup/restore.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import { backUpTimed, type Options } from '#backend/backup/timed.ts';
import { migrate } from '#backend/db/migrate.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { keyOf } from '#backend/media/objects/object-store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { laterVersion } from '../../database/later-version.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** Backups into a folder: each is read back before it gets its name, and older ones are removed by a rule. */

let shop: TestShop;
let folder: string;
let picture: string;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' }), product({ id: 'musk' })] });
  const canvas = { width: 80, height: 100, channels: 3, background: '#a0522d' } as const;
  picture = await shop.services.media.add(await sharp({ create: canvas }).jpeg().toBuffer());
});
afterAll(() => shop.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-timed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function into(now: Date, place = folder, more: Partial<Options> = {}) {
  const targets = openTargets(readSettings({ BACKUP_FOLDER: place }));
  const options = { scratch: folder, now, ...more };
  const { targets: done, ...made } = await backUpTimed(shop, targets, options);
  if (done[0]?.fault) throw done[0].fault;
  return { ...made, file: join(place, done[0]?.made ?? ''), removed: done[0]?.removed };
}
/** Returns the sentences of an error and its causes. */
const said = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing',
    function sentences(error: Error): string {
      return error.cause ? `${error.message} ${sentences(error.cause as Error)}` : error.message;
    },
  );
const put = (name: string) => writeFile(join(folder, name), name);
/** Returns the name without its number of rows. */
const plain = (name: string) => name.replace(/-\d+-rows/, '');
const AT = new Date('2026-11-26T02:00:00Z');
const NAME = 'shop-2026-11-26T0300.tar.gz';

test('is named by its time in Lagos, states its contents, and is not confused with other files', async () => {
  const begun = Date.now();
  const { at, ...made } = await into(AT);
  expect(made).toEqual({
    file: join(folder, `shop-2026-11-26T0300-${made.rows}-rows.tar.gz`),
    removed: [],
    rows: expect.any(Number),
    pictures: 1,
    version: JSON.parse(await readFile('package.json', 'utf8')).version,
  });
  expect(made.rows).toBeGreaterThan(2);
  expect(Math.abs(at.getTime() - begun)).toBeLessThan(60_000);
  expect(await checkBackup(made.file)).toMatchObject({ at, rows: made.rows, pictures: 1 });
  // One from the same minute takes its place.
  await into(AT);
  expect((await readdir(folder)).map(plain)).toEqual([NAME]);
});

test('removes older ones and the rest of a killed run, but no foreign files', async () => {
  const others = ['notes.txt', 'shop.tar.gz', 'shop-2026-01-01T0300.tar.gz.mine'];
  const old = ['shop-2026-11-25T0300.tar.gz', 'shop-2026-11-25T0900.tar.gz'];
  const killed = [
    'shop-2026-11-24T0300.tar.gz.unchecked',
    'shop-2026-11-24T0300.tar.gz.unchecked.0f-1.part',
  ];
  for (const name of [...others, ...old, ...killed]) await put(name);
  const encrypted = 'shop-2026-11-25T0300.tar.gz.age';
  await put(encrypted);
  expect((await into(AT)).removed).toEqual([old[0]]);
  expect((await readdir(folder)).map(plain).toSorted()).toEqual(
    [...others, encrypted, old[1], NAME].toSorted(),
  );
});

test('a copy that a person makes after the catalogue was deleted leaves that of the night, and what goes is named before', async () => {
  const night = 'shop-2026-11-26T0300-120000-rows.tar.gz';
  const old = ['shop-2026-11-17T0300-120000-rows.tar.gz', 'shop-2026-11-17T0900.tar.gz'];
  for (const name of [night, ...old]) await put(name);
  const named: string[] = [];
  const announce = (line: string) => {
    named.push(line);
    // It is still there.
    expect(readdirSync(folder)).toContain(old[0]);
  };
  const at = new Date('2026-11-26T10:05:00Z');
  const { file, rows, removed } = await into(at, folder, { by: 'hand', announce });
  expect(basename(file)).toBe(`shop-2026-11-26T1105-${rows}-rows-hand.tar.gz`);
  expect(removed).toEqual([old[0]]);
  expect(named).toEqual([`Removing from the folder ${folder}: ${old[0]}.`]);
  expect(await readdir(folder)).toContain(night);
});

test('one that cannot be read back is not kept, and removes nothing', async () => {
  const old = ['shop-2026-11-25T0300.tar.gz', 'shop-2026-11-25T0900.tar.gz'];
  for (const name of old) await put(name);
  const key = keyOf.original(picture);
  const whole = await shop.pictures.get(key);
  await shop.pictures.put(key, Buffer.from('another picture'));
  onTestFinished(() => shop.pictures.put(key, whole ?? Buffer.of()));
  expect(await said(into(AT))).toMatch(
    /^No backup was made\. .*older ones.* cannot be restored\. The picture .* is damaged\.$/,
  );
  expect((await readdir(folder)).toSorted()).toEqual(old);
});

test('two at once: one is refused', async () => {
  const both = await Promise.all([said(into(AT)), said(into(new Date(AT.getTime() + 60_000)))]);
  expect(both.toSorted()).toEqual(['Another backup of this shop is running.', 'nothing']);
  expect(await readdir(folder)).toHaveLength(1);
});

test('a missing folder is not created: its disk may be absent', async () => {
  const away = join(folder, 'away');
  expect(await said(into(AT, away))).toContain('Make the folder, or mount its disk.');
});

test('a check names what is wrong: cut off, a bit that has flipped, another kind of file', async () => {
  const file = join(folder, 'whole.tar.gz');
  await backUp(shop, file);
  const bytes = await readFile(file);
  const check = async (content: Uint8Array) => {
    await writeFile(file, content);
    return said(checkBackup(file));
  };
  for (const left of [bytes.length - 1, bytes.length - 8, bytes.length >> 1, 200]) {
    expect(await check(bytes.subarray(0, left))).toMatch(/cut off: its end is missing/);
  }
  // Also one that is a whole archive without its last entry.
  const tar = gunzipSync(bytes);
  const end = tar.lastIndexOf('summary.json');
  expect(await check(gzipSync(Buffer.concat([tar.subarray(0, end), Buffer.alloc(1024)])))).toMatch(
    /cut off: its end is missing/,
  );
  // The first ten bytes are gzip's own, and say nothing about the contents.
  const place = fc.integer({ min: 10, max: bytes.length - 1 });
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 0, max: 7 }), async (at, bit) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      expect(await check(flipped)).toMatch(/cannot be restored\. ./);
    }),
    { numRuns: 50 },
  );
  expect(await check(Buffer.from('a letter'))).toMatch(/cannot be read as a backup/);
  expect(await check(gzipSync('a letter'))).toMatch(/cannot be read as a backup|is no backup/);
  expect(await check(Buffer.of())).toMatch(/is no backup|cut off/);
  // As macOS and packing programs leave it.
  expect(await check(tar)).toMatch(/is not compressed any more\. .*Download it again/);
  expect(await check(Buffer.from('PK\u0003\u0004…'))).toMatch(/is a ZIP file\. Unpack it/);
  expect(await said(checkBackup(folder))).toMatch(/is a folder, and a backup is one file/);
  const first = Buffer.from(bytes);
  first[0] = (first[0] ?? 0) ^ 1;
  expect(await check(first)).toMatch(/another kind of file, or its first bytes have changed/);
  expect(await check(bytes)).toBe('nothing');
});

test('a restore reads to the last byte, too: a flipped bit of a row changes no count', async () => {
  const file = join(folder, 'whole.tar.gz');
  await backUp(shop, file);
  // So much after the last entry that it is written before the checksum arrives.
  const tar = Buffer.concat([gunzipSync(await readFile(file)), Buffer.alloc(4_000_000)]);
  const bytes = gzipSync(tar, { level: 0 });
  bytes[bytes.length - 6] = (bytes[bytes.length - 6] ?? 0) ^ 1;
  await writeFile(file, bytes);
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const place = { databaseUrl: database.url, pictures: createFolderStore(folder) };
  await expect(restore(place, file)).rejects.toThrow('The backup is damaged.');
});

test('the shop knows the newest one, and after a restore the restored one', async () => {
  const newest = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query('select at from newest_backup');
      return rows.map(({ at }) => at);
    } finally {
      await client.end();
    }
  };
  const first = await into(AT);
  const { at, file } = await into(new Date(AT.getTime() + 86_400_000));
  expect(at.getTime()).toBeGreaterThan(first.at.getTime());
  expect(await newest(shop.databaseUrl)).toEqual([at]);
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  await restore({ databaseUrl: database.url, pictures: createFolderStore(folder) }, file);
  expect(await newest(database.url)).toEqual([at]);
});

test('older programs still back up the tables after an update, and leave the restore to newer ones', async () => {
  const later = { tag: '9999_later', sql: 'alter table orders add column later text;' };
  const migrations = await laterVersion(later);
  await migrate(shop.databaseUrl, { folder: migrations });
  const { file } = await into(new Date(AT.getTime() + 2 * 86_400_000));
  await expect(checkBackup(file)).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/is of a newer version of the shop/) },
  });
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const place = { databaseUrl: database.url, pictures: createFolderStore(folder) };
  await restore(place, file, () => {}, { migrations });
});
