import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { auditPictures } from '#backend/audit/pictures.ts';
import { inSession } from '#backend/db/connect.ts';
import { whileTakingPictures } from '#backend/media/import-lock.ts';
import { copyPictures } from '#backend/media/objects/copy.ts';
import { keyOf, type ObjectKind, type ObjectStore } from '#backend/media/objects/object-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { pictureHash } from '#backend/media/store.ts';
import { sweepUnused } from '#backend/media/unused.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { runOn } from '../../commands/command.harness.ts';
import {
  type CatalogueShop,
  openCatalogueShop,
} from '../../contract/catalogue/catalogue.harness.ts';
import { emptyDatabase } from '../../database/fresh.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';

/** A shop that moves its pictures into a bucket and back, its backup, its audit, and pictures that nothing shows. */

/** The limit of a test that runs a command several times. */
const COMMANDS = { timeout: 180_000 };

let s3: S3Server;
let shop: CatalogueShop;
let bucket: ObjectStore;
beforeAll(async () => {
  s3 = await startS3();
  shop = await openCatalogueShop();
  bucket = openPictures(readSettings(s3.settings));
});
afterAll(async () => {
  await shop.close();
  await s3.close();
});
beforeEach(async () => {
  s3.failWith();
  await shop.empty();
  await shop.services.db.execute(sql`delete from media`);
  for (const store of [bucket, shop.pictures]) {
    for (const kind of ['originals', 'renditions'] as const) {
      for (const key of await keysOf(store, kind)) await store.remove(key);
    }
  }
});

async function keysOf(store: ObjectStore, kind: ObjectKind): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(kind)) keys.push(key);
  return keys.toSorted();
}

/** Imports a product with its own picture, and requests one rendition. Returns the hash. */
async function sell(id: string): Promise<string> {
  const colour = `#${Buffer.from(id.padEnd(3, 'x')).toString('hex').slice(0, 6)}`;
  await sharp({ create: { width: 400, height: 500, channels: 3, background: colour } })
    .png()
    .toFile(join(shop.folder, `${id}.png`));
  await shop.importText(`id,name,price,pictures\n${id},Oud,1000,${id}.png\n`);
  const { body } = await shop.get(`/api/product/${id}`);
  const hash = String(body.product.image).split('/')[2] ?? '';
  expect((await shop.app.request(`/media/${hash}/320.webp`)).status).toBe(200);
  return hash;
}

test('a picture that is added while the audit reads the list is not missing', async () => {
  await sell('one');
  const audited: ObjectStore = {
    ...shop.pictures,
    name: shop.pictures.name,
    has: (key) => shop.pictures.has(key),
    async *list(kind) {
      yield* shop.pictures.list(kind);
      await sell('two');
    },
  };
  expect(await auditPictures(shop.services.db, audited)).toEqual([]);
  const [key = ''] = await keysOf(shop.pictures, 'originals');
  await shop.pictures.remove(key);
  expect(await auditPictures(shop.services.db, shop.pictures)).toHaveLength(1);
});

test(
  'copies all pictures into the bucket and back, and the second time only what is new',
  COMMANDS,
  async () => {
    const hashes = [await sell('one'), await sell('two')];
    const run = runOn(shop, 'media', s3.settings);
    const first = await run('copy', 's3');
    expect(first.stderr).toBe('');
    expect(first.stdout).toMatch(/\nCopied 4 files \(\d+ kB\)\. 0 files were there already\.\n$/);
    for (const kind of ['originals', 'renditions'] as const) {
      expect(await keysOf(bucket, kind)).toEqual(await keysOf(shop.pictures, kind));
    }
    hashes.push(await sell('three'));
    expect((await run('copy', 's3')).stdout).toContain('Copied 2 files');
    for (const hash of hashes) {
      const key = keyOf.original(hash);
      expect(await bucket.get(key)).toEqual(await shop.pictures.get(key));
    }
    await rm(join(shop.dataDir, 'media'), { recursive: true });
    expect((await run('copy', 'folder')).stdout).toContain('Copied 6 files');
    expect(await keysOf(shop.pictures, 'originals')).toEqual(hashes.map(keyOf.original).toSorted());
  },
);

test('an interrupted copy continues where it ended', async () => {
  for (const id of ['one', 'two', 'three']) await sell(id);
  let puts = 0;
  s3.failWith(({ method }) =>
    method === 'PUT' && ++puts > 2 ? { status: 403, code: 'AccessDenied' } : null,
  );
  await expect(copyPictures(shop.pictures, bucket)).rejects.toThrow('s3:PutObject');
  s3.failWith();
  expect(await copyPictures(shop.pictures, bucket)).toMatchObject({ copied: 4, there: 2 });
});

test('says where the pictures are, or what is wrong there', COMMANDS, async () => {
  const inBucket = await runOn(shop, 'media', s3.settings)('check');
  expect(inBucket.stdout).toMatch(
    /^The pictures are in the S3 bucket pictures at 127\.0\.0\.1:\d+\./,
  );
  const wrong = await runOn(shop, 'media', { ...s3.settings, MEDIA_S3_SECRET_KEY: 'mine' })(
    'check',
  );
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/MEDIA_S3_SECRET_KEY does not belong to MEDIA_S3_KEY_ID/);
  expect((await runOn(shop, 'media')('copy', 's3')).stderr).toContain(
    'There is no S3 store in the settings',
  );
});

test('counts and removes unused pictures, once they are a day old', async () => {
  const { db } = shop.services;
  const [shown, unused] = [await sell('one'), await sell('two')];
  await shop.importText('id,pictures\ntwo,one.png\n');
  const sweep = (remove: boolean) => sweepUnused(db, shop.pictures, { remove });
  expect(await sweep(true)).toEqual({ originals: 0, renditions: 0, bytes: 0 });
  await db.execute(sql`update media set created_at = now() - interval '2 days'`);
  const old = new Date(Date.now() - 2 * 24 * 3600 * 1000);
  for (const kind of ['originals', 'renditions'] as const) {
    for (const key of await keysOf(shop.pictures, kind)) {
      await utimes(join(shop.dataDir, 'media', key), old, old);
    }
  }
  expect(await sweep(false)).toMatchObject({ originals: 1, renditions: 1 });
  expect(await keysOf(shop.pictures, 'originals')).toHaveLength(2);

  // An import may be taking it again.
  await inSession(db, (session) =>
    whileTakingPictures(session, async () => {
      await expect(sweep(true)).rejects.toThrow('An import is taking pictures.');
    }),
  );
  expect(await sweep(true)).toMatchObject({ originals: 1, renditions: 1 });
  expect(await keysOf(shop.pictures, 'originals')).toEqual([keyOf.original(shown)]);
  expect((await shop.app.request(`/media/${unused}/320.webp`)).status).toBe(404);
  expect((await shop.app.request(`/media/${shown}/320.webp`)).status).toBe(200);
  // It can be taken again.
  await shop.importText('id,pictures\ntwo,two.png\n');
  expect((await shop.app.request(`/media/${unused}/320.webp`)).status).toBe(200);
});

test('the audit names a product whose picture is gone, and says if it cannot look', async () => {
  const { db } = shop.services;
  const hash = await sell('one');
  expect(await auditPictures(db, shop.pictures)).toEqual([]);
  await shop.pictures.remove(keyOf.original(hash));
  expect(await auditPictures(db, shop.pictures)).toEqual([
    {
      rule: 'every picture has its original',
      line: `Product one shows the picture ${hash}, which is not in the folder ${join(shop.dataDir, 'media')}`,
    },
  ]);
  s3.failWith(() => ({ status: 403, code: 'AccessDenied' }));
  expect((await auditPictures(db, bucket))[0]?.line).toContain(
    'The pictures could not be checked.',
  );
});

test(
  'a backup of a shop with a bucket becomes a shop with a folder, and vice versa',
  COMMANDS,
  async () => {
    const hash = await sell('one');
    await copyPictures(shop.pictures, bucket);
    await rm(join(shop.dataDir, 'media'), { recursive: true });
    const file = join(shop.folder, 'shop.tar.gz');
    const made = await runOn(shop, 'backup', s3.settings)(file);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('and 1 picture.') });
    const place = async () => {
      const database = await emptyDatabase();
      onTestFinished(() => database.drop());
      const dataDir = await mkdtemp(join(tmpdir(), 'turare-restored-'));
      onTestFinished(() => rm(dataDir, { recursive: true }));
      return { DATABASE_URL: database.url, DATA_DIR: dataDir };
    };
    const folder = await place();
    expect(await runOn(shop, 'restore', folder)(file)).toMatchObject({ code: 0 });
    expect(await readdir(join(folder.DATA_DIR, 'media/originals'))).toEqual([hash]);

    const part = { ...s3.settings, MEDIA_S3_PREFIX: 'restored' };
    expect(await runOn(shop, 'restore', { ...(await place()), ...part })(file)).toMatchObject({
      code: 0,
    });
    expect(await keysOf(openPictures(readSettings(part)), 'originals')).toEqual([
      keyOf.original(hash),
    ]);

    // A backup without a picture would be incomplete.
    await bucket.remove(keyOf.original(hash));
    const failed = await runOn(shop, 'backup', s3.settings)(join(shop.folder, 'second.tar.gz'));
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain(`The picture ${hash} is not in the S3 bucket pictures`);
    expect(await readdir(shop.folder)).not.toContain('second.tar.gz');
  },
);

test('a bucket lists more objects than one answer has', async () => {
  const store = openPictures(readSettings({ ...s3.settings, MEDIA_S3_PREFIX: 'many' }));
  const keys = Array.from({ length: 1100 }, (_, at) => keyOf.original(pictureHash(`${at}`)));
  for (let from = 0; from < keys.length; from += 50) {
    await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.from('x'))));
  }
  expect(await keysOf(store, 'originals')).toEqual(keys.toSorted());
});
