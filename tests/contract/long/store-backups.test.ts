import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkBackup } from '#backend/backup/check.ts';
import { backupName } from '#backend/backup/kept.ts';
import { restore } from '#backend/backup/restore.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import { lookForIncidents } from '#backend/incidents/watch.ts';
import { emails } from '#backend/mail/tables.ts';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import { createS3Client, type S3Patience } from '#backend/media/objects/s3-client.ts';
import { backupPlaceOf } from '#backend/settings/backup-settings.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { backUpShop, describeTimed } from '#machine/backup/timed.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

/** Timed backups into a folder and a real S3 server, encrypted with age. */

const DAY_MS = 86_400_000;
/** Returns 03:00 in Lagos on Thursday 1 October 2026, or a later night. */
const night = (days: number) => new Date(Date.parse('2026-10-01T02:00:00Z') + days * DAY_MS);
const PATIENCE: S3Patience = { tryMs: 1000, allMs: 1500, tries: 2 };

let shop: TestShop;
let s3: S3Server;
let identity: string;
let recipient: string;
let folder: string;
/** Another part of the bucket for each test. */
let part = 0;

beforeAll(async () => {
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  s3 = await startS3();
});
afterAll(() => s3.close());
beforeEach(async () => {
  shop = await openShop({ products: [product({ id: 'oud' }), product({ id: 'musk' })] });
  onTestFinished(() => shop.close());
  const canvas = { width: 80, height: 100, channels: 3, background: '#a0522d' } as const;
  await shop.services.media.add(await sharp({ create: canvas }).jpeg().toBuffer());
  folder = await mkdtemp(join(tmpdir(), 'turare-store-backups-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  onTestFinished(() => s3.failWith());
  part++;
});

function settings(more: Record<string, string> = {}) {
  const store = Object.entries(s3.settings).map(([name, value]) => [
    name.replace('MEDIA', 'BACKUP'),
    value,
  ]);
  return readSettings({
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.dataDir,
    BACKUP_FOLDER: folder,
    ...Object.fromEntries(store),
    BACKUP_S3_PREFIX: `part-${part}`,
    BACKUP_AGE_RECIPIENT: recipient,
    ...more,
  });
}
const backUp = async (now: Date, more?: Record<string, string>) => {
  const done = describeTimed(await backUpShop(settings(more), { now, patience: PATIENCE }));
  return { ...done, said: done.lines.join('\n') };
};
const storeOf = (more?: Record<string, string>) => {
  const { store } = openTargets(settings(more), PATIENCE);
  if (!store) throw new Error('The settings name no store');
  return store;
};
/** Returns the name without its number of rows. */
const plain = (name: string) => name.replace(/-\d+-rows/, '');
const inStore = async () => (await storeOf().list()).map(({ name }) => name);
const sumsInStore = async () => {
  const sums = [];
  for await (const { key } of client().list('')) if (key.endsWith('.sha256')) sums.push(key);
  return sums.toSorted();
};
const inFolder = async () => (await readdir(folder)).toSorted().reverse();
/** Reads the object itself, not by the tested code. */
const client = () => {
  const place = backupPlaceOf(settings());
  if (!place) throw new Error('The settings name no store');
  return createS3Client(place, PATIENCE);
};
async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const database = new pg.Client({ connectionString: shop.databaseUrl });
  await database.connect();
  try {
    return (await database.query<Row>(text)).rows;
  } finally {
    await database.end();
  }
}
async function newPlace() {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  return { databaseUrl: database.url, pictures: createFolderStore(join(folder, 'restored')) };
}
/** Returns the subjects of the merchant's emails. */
async function told(): Promise<string[]> {
  const { db } = shop.services;
  const merchant = {
    ALERT_MINUTES: 15,
    DATA_DIR: '/nowhere',
    ADMIN: 'off' as const,
    PUBLIC_API_URL: '',
    MERCHANT_EMAIL: 'merchant@example.com',
  };
  await lookForIncidents({ db, settings: merchant, publisher: null, log: () => {} });
  return (await db.select().from(emails)).map(({ subject, text }) => `${subject}: ${text}`);
}

test('60 nights: seven days and five weeks stay in the folder and in the store', async () => {
  for (let day = 0; day < 60; day++) {
    const { code, said } = await backUp(night(day));
    expect({ day, code, said }).toMatchObject({ code: 0 });
  }
  // The last night is Sunday 29 November: its week's newest, and the Sundays of the four weeks before.
  const days = ['29', '28', '27', '26', '25', '24', '23'].map((day) => `2026-11-${day}`);
  const weeks = ['2026-11-22', '2026-11-15', '2026-11-08', '2026-11-01'];
  const names = [...days, ...weeks].map((day) => `shop-${day}T0300.tar.gz`);
  expect((await inFolder()).map(plain)).toEqual(names);
  expect((await inStore()).map(plain)).toEqual(names.map((name) => `${name}.age`));
  expect(await sumsInStore()).toHaveLength(names.length);
  // Each remaining one was read again after it was made.
  const [{ checked = '' } = {}] = await query<{ checked: string }>(
    "select checked from backup_targets where kind = 'store'",
  );
  expect(names.map((name) => `${name}.age`)).toContain(plain(checked));
  expect(await told()).toEqual([]);
}, 300_000);

test('each kind can be restored: plain and encrypted, from the folder and from the store', async () => {
  await backUp(night(0));
  await backUp(night(1), { BACKUP_AGE_RECIPIENT: '' });
  const [open = '', encrypted = ''] = await inStore();
  expect([open, encrypted].map(plain)).toEqual([
    'shop-2026-10-02T0300.tar.gz',
    'shop-2026-10-01T0300.tar.gz.age',
  ]);
  const scratch = await mkdtemp(join(folder, 'fetched-'));
  const files = [
    join(folder, (await inFolder())[0] ?? ''),
    await storeOf().fetch(open, scratch),
    await storeOf().fetch(encrypted, scratch),
  ];
  // As age-keygen writes it.
  const keyFile = `# created: 2026-10-01T02:00:00Z\n# public key: ${recipient}\n${identity}\n`;
  for (const file of files) {
    const place = await newPlace();
    const { pictures } = await restore(place, file, () => {}, { identity: keyFile });
    expect(pictures).toBe(1);
    const database = new pg.Client({ connectionString: place.databaseUrl });
    await database.connect();
    const { rows } = await database.query('select id from products order by id');
    await database.end();
    expect(rows).toEqual([{ id: 'musk' }, { id: 'oud' }]);
  }
});

test('backups in the store open only with the right identity, and every changed byte is noticed', async () => {
  await backUp(night(0));
  const [name = ''] = await inStore();
  const file = await storeOf().fetch(name, shop.dataDir);
  const why = (key?: string) =>
    checkBackup(file, () => {}, key).then(
      () => null,
      ({ cause }: { cause: Error }) => [cause, cause.cause].map(String).join(' '),
    );
  expect(await why(identity)).toBeNull();
  expect(await why()).toMatch(/The backup is encrypted\. Name the file with the identity/);
  expect(await why(await generateX25519Identity())).toMatch(/The identity does not open/);
  expect(await why('a letter')).toMatch(/no line that begins with 'AGE-SECRET-KEY-'/);
  const typo = identity.replace(/.$/, (last) => (last === 'Q' ? 'P' : 'Q'));
  expect(await why(typo)).toBe(
    'Error: The private key has a wrong character. Copy it again from where it was made. undefined',
  );
  // As Windows editors save it.
  expect(await why(`\uFEFF  ${identity}\r\n`)).toBeNull();
  const whole = await readFile(file);
  expect(whole.includes('manifest.json')).toBe(false);
  const flipped = Buffer.from(whole);
  flipped[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
  await writeFile(file, flipped);
  expect(await why(identity)).toMatch(/damaged/);
  await writeFile(file, whole);
  await truncate(file, whole.length - 1);
  expect(await why(identity)).toMatch(/damaged|cut off/);
});

test('a damaged older one is noticed by a later night, and reported until it is gone', async () => {
  for (let day = 0; day < 5; day++) await backUp(night(day));
  const ofDay = (names: string[], day: string) => names.find((name) => name.includes(day)) ?? '';
  const local = ofDay(await inFolder(), '2026-10-02');
  const stored = ofDay(await inStore(), '2026-10-03');
  const bytes = await readFile(join(folder, local));
  await writeFile(join(folder, local), bytes.subarray(0, bytes.length - 100));
  const { bytes: object } = await client().call('read', { method: 'GET', key: stored });
  object[50] = (object[50] ?? 0) ^ 1;
  await client().call('write', { method: 'PUT', key: stored, body: object });
  const lines = new Set<string>();
  let day = 5;
  // Each night one of seven days' backups is read again.
  for (; day < 11 && lines.size < 2; day++) {
    for (const line of (await backUp(night(day))).lines) {
      if (line.includes('cannot be restored')) lines.add(line);
    }
  }
  expect([...lines].toSorted()).toEqual([
    expect.stringMatching(`^${local} in the folder .* cannot be restored: .*cut off`),
    expect.stringMatching(`^${stored} in the S3 bucket .* cannot be restored: .*not what was sent`),
  ]);
  expect((await backUp(night(day), {})).code).toBe(1);
  expect(await told()).toEqual([
    expect.stringMatching(/^The backups need you: [\s\S]*2 backups cannot be restored/),
  ]);
  await rm(join(folder, local), { force: true });
  await storeOf().remove(stored);
  expect((await backUp(night(day + 1))).code).toBe(0);
  expect((await told()).at(-1)).toMatch(/^The backups are in order again/);
});

test('a store is absent or silent: the folder has its backup, the command says so, and the reported age grows', async () => {
  await backUp(night(0));
  await query("update backup_targets set newest_at = now() - interval '3 days'");
  await s3.goAway();
  onTestFinished(() => s3.comeBack().catch(() => {}));
  const away = await backUp(night(1));
  expect(away.code).toBe(1);
  expect(away.said).toMatch(/^shop-2026-10-02T0300-\d+-rows.tar.gz is in the folder /);
  expect(away.said).toMatch(/No new backup is in the S3 bucket .* cannot be reached/);
  expect(await told()).toEqual([
    expect.stringMatching(/^The backups need you: [\s\S]*in every place .* is 3 days old/),
  ]);
  await s3.comeBack();
  s3.failWith(({ method }) => (method === 'PUT' ? 'silence' : null));
  const silent = await backUp(night(2));
  expect(silent.code).toBe(1);
  expect(silent.said).toMatch(/did not answer within/);
  s3.failWith(() => ({ status: 403, code: 'AccessDenied' }));
  expect((await backUp(night(3))).said).toMatch(/BACKUP|does not let this key write backups/);
  s3.failWith();
  expect((await backUp(night(4))).code).toBe(0);
  expect(await readdir(folder)).toHaveLength(5);
  expect(await inStore()).toHaveLength(2);
  expect((await told()).at(-1)).toMatch(/^The backups are in order again/);
});

test('a connection lost within 40 MB costs one part, and a store that always fails has nothing', async () => {
  const file = join(folder, backupName(night(0)));
  await writeFile(file, randomBytes(40_000_000));
  const cut = new Set<string>();
  s3.failWith(({ method, path }) => {
    const name = /partNumber=2|part-\d+\/shop.*\.age$/.exec(path)?.[0];
    if (name === undefined || cut.has(method + name) || method === 'HEAD') return null;
    cut.add(method + name);
    return 'cut';
  });
  const name = await storeOf().put(file);
  const fetched = await storeOf().fetch(name, shop.dataDir);
  expect([...cut].map((each) => each.slice(0, 3)).toSorted()).toEqual(['GET', 'PUT']);
  expect((await readFile(fetched)).length).toBeGreaterThan(40_000_000);
  expect(await storeOf().faultOf(name)).toBeNull();
  await storeOf().remove(name);
  s3.failWith(({ path }) => (/partNumber=2/.test(path) ? 'cut' : null));
  await expect(storeOf().put(file)).rejects.toThrow('cannot be reached');
  s3.failWith();
  expect(await inStore()).toEqual([]);
});

test('without a folder, or while its disk is absent, the store has it, and no copy stays behind', async () => {
  const alone = await backUp(night(0), { BACKUP_FOLDER: '' });
  expect(alone).toMatchObject({ code: 0 });
  expect(alone.lines).toHaveLength(1);
  const away = await backUp(night(1), { BACKUP_FOLDER: join(folder, 'away') });
  expect(away.code).toBe(1);
  expect(away.said).toMatch(/No new backup is in the folder .*Make the folder, or mount its disk/);
  expect((await inStore()).map(plain)).toEqual([
    'shop-2026-10-02T0300.tar.gz.age',
    'shop-2026-10-01T0300.tar.gz.age',
  ]);
  expect(await readdir(shop.dataDir)).not.toContain('backup-unsent');
  await expect(
    backUp(night(2), {
      BACKUP_FOLDER: '',
      BACKUP_AGE_RECIPIENT: '',
      BACKUP_S3_ENDPOINT: '',
      BACKUP_S3_BUCKET: '',
      BACKUP_S3_KEY_ID: '',
      BACKUP_S3_SECRET_KEY: '',
    }),
  ).rejects.toThrow('No timed backup has a place');
});

test('a key without the right to remove fails no night: the store cleans up by itself', async () => {
  for (let day = 0; day < 9; day++) await backUp(night(day));
  s3.failWith(({ method }) => (method === 'DELETE' ? { status: 403, code: 'AccessDenied' } : null));
  const { code, said } = await backUp(night(9));
  expect(code).toBe(0);
  expect(said).toMatch(
    /1 older one stays in the S3 bucket .*, because its key may not remove anything\. A rule of the store has to/,
  );
  // Any other error of the same call is reported as one.
  s3.failWith(({ method }) => (method === 'DELETE' ? { status: 400, code: 'Odd' } : null));
  expect((await backUp(night(10))).code).toBe(1);
});

test('the next backup sends the checksum that a killed one has not sent, and one that is lost later is told', async () => {
  const loseSumOf = (name = '') =>
    client().call('remove', { method: 'DELETE', key: `${name}.sha256` });
  await backUp(night(0));
  const [first = ''] = await inStore();
  await loseSumOf(first);
  expect(await backUp(night(1))).toMatchObject({ code: 0 });
  expect(await storeOf().faultOf(first)).toBeNull();
  await loseSumOf(first);
  const both = [await backUp(night(2)), await backUp(night(3))].map(({ said }) => said).join();
  expect(both).toMatch(new RegExp(`${first} in .* cannot be restored: Its checksum .* is missing`));
});

test('a run that ends between an old backup and its checksum leaves no checksum alone', async () => {
  await backUp(night(0));
  let removed = 0;
  s3.failWith(({ method }) => (method === 'DELETE' && ++removed > 1 ? 'cut' : null));
  // On the same day.
  expect((await backUp(night(0.25))).code).toBe(1);
  s3.failWith();
  expect((await backUp(night(1))).code).toBe(0);
  expect(await sumsInStore()).toEqual((await inStore()).map((name) => `${name}.sha256`).toSorted());
});
