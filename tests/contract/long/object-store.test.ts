import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFolderStore } from '#backend/media/objects/folder-store.ts';
import {
  keyOf,
  type ObjectKind,
  type ObjectStore,
  type StoredObject,
} from '#backend/media/objects/object-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { probeStore } from '#backend/media/objects/probe.ts';
import { pictureHash } from '#backend/media/store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';

/** The behaviour of every picture store: a folder, and a bucket of a real S3 server, also in a part of it. */

let folder: string;
let s3: S3Server;
const stores = new Map<string, ObjectStore>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-objects-'));
  s3 = await startS3();
  stores.set('a folder', createFolderStore(folder));
  stores.set('a bucket', openPictures(readSettings(s3.settings)));
  stores.set(
    'a part of a bucket',
    openPictures(readSettings({ ...s3.settings, MEDIA_S3_PREFIX: 'shop/media' })),
  );
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true });
});

const newObject = (size = 1000) => {
  const bytes = randomBytes(size);
  return { key: keyOf.original(pictureHash(bytes)), bytes };
};
async function listed(store: ObjectStore, kind: ObjectKind): Promise<Map<string, StoredObject>> {
  const objects = new Map<string, StoredObject>();
  for await (const object of store.list(kind)) objects.set(object.key, object);
  return objects;
}

describe.each(['a folder', 'a bucket', 'a part of a bucket'])('%s', (which) => {
  const store = () => stores.get(which) as ObjectStore;

  test('gives back what was put there, however often', async () => {
    const { key, bytes } = newObject();
    expect([await store().get(key), await store().has(key)]).toEqual([null, false]);
    await store().put(key, bytes);
    await store().put(key, bytes);
    expect(await store().get(key)).toEqual(bytes);
    expect(await store().has(key)).toBe(true);
    expect((await listed(store(), 'originals')).get(key)).toMatchObject({ size: 1000 });
  });

  test('accepts an empty object and one of 20 MB', async () => {
    for (const size of [0, 20_000_000]) {
      const { key, bytes } = newObject(size);
      await store().put(key, bytes);
      expect((await store().get(key))?.equals(bytes)).toBe(true);
    }
  });

  test('lets two writers store the same object at once', async () => {
    const { key, bytes } = newObject(300_000);
    await Promise.all([store().put(key, bytes), store().put(key, bytes)]);
    expect((await store().get(key))?.equals(bytes)).toBe(true);
  });

  test('replaces a record', async () => {
    const key = keyOf.source('https://cdn.example.com/a.jpg');
    await store().put(key, Buffer.from('first'));
    await store().put(key, Buffer.from('second'));
    expect(String(await store().get(key))).toBe('second');
  });

  test('removes an object, and accepts that there is none', async () => {
    const { key, bytes } = newObject();
    await store().put(key, bytes);
    await store().remove(key);
    expect([await store().get(key), await store().has(key)]).toEqual([null, false]);
    await store().remove(key);
  });

  test('lists each kind apart, with size and time', async () => {
    const hash = pictureHash('listed');
    const rendition = keyOf.rendition(hash, '640.avif');
    const before = Date.now();
    await store().put(rendition, Buffer.alloc(7));
    const renditions = await listed(store(), 'renditions');
    expect(renditions.get(rendition)).toMatchObject({ key: rendition, size: 7 });
    // A file system and a server write times in whole seconds, or in less.
    const { at } = renditions.get(rendition) as StoredObject;
    expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000);
    expect([...(await listed(store(), 'originals')).keys()]).not.toContain(rendition);
  });

  test('passes the start-up check, which leaves nothing behind', async () => {
    const before = (await listed(store(), 'originals')).size;
    await probeStore(store());
    expect((await listed(store(), 'originals')).size).toBe(before);
  });
});

test('a folder leaves foreign and half-written files alone, and no key leads out of it', async () => {
  const place = await mkdtemp(join(folder, 'other-'));
  const store = createFolderStore(place);
  expect((await listed(store, 'originals')).size).toBe(0);
  const { key, bytes } = newObject();
  await store.put(key, bytes);
  await mkdir(join(place, 'media/originals/notes'));
  await writeFile(join(place, 'media/originals/notes/README'), 'mine');
  await writeFile(join(place, 'media', `${key}.1f.part`), 'half');
  expect([...(await listed(store, 'originals')).keys()]).toEqual([key]);
  expect(() => store.put('originals/../../escaped', bytes)).toThrow('is no key of a picture');
  expect(existsSync(join(place, 'escaped'))).toBe(false);
});

test('an upload that is interrupted leaves nothing', async () => {
  const { key, bytes } = newObject(500_000);
  const store = stores.get('a bucket') as ObjectStore;
  s3.failWith(({ method }) => (method === 'PUT' ? 'cut' : null));
  await expect(store.put(key, bytes)).rejects.toThrow('cannot be reached');
  s3.failWith();
  expect([await store.get(key), await store.has(key)]).toEqual([null, false]);

  const full = createFolderStore(join(folder, 'full'));
  // A file where a folder should be: it fails as a full disk does.
  await mkdir(join(folder, 'full/media'), { recursive: true });
  await writeFile(join(folder, 'full/media/originals'), '');
  await expect(full.put(key, bytes)).rejects.toThrow();
  expect(await readdir(join(folder, 'full/media'))).toEqual(['originals']);
  expect(await full.get(key)).toBeNull();
});
