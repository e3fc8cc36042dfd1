import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mediaRoutes } from '#backend/http/media-routes.ts';
import type { ObjectStore } from '#backend/media/objects/object-store.ts';
import { createMediaStore, type MediaStore, MOST_WAITING } from '#backend/media/store.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** More renditions than a process can make at once, which anybody may request. */

const WIDTHS = [160, 240, 320, 480, 640, 800, 1080, 1200, 1600];
const FILES = WIDTHS.flatMap((width) => [`${width}.webp`, `${width}.jpg`]);
/** More than any process has places for. */
const ASKED = 400;

let shop: TestShop;
let store: MediaStore;
let paths: string[];
/** The number of originals read so far; they arrive when the gate opens. */
let read = 0;
const gate = Promise.withResolvers<void>();

beforeAll(async () => {
  shop = await openShop();
  const slow: ObjectStore = {
    ...shop.pictures,
    async get(key) {
      if (key.startsWith('originals/')) {
        read++;
        await gate.promise;
      }
      return shop.pictures.get(key);
    },
  };
  store = createMediaStore(shop.services.db, slow, { log: (entry) => shop.log.push(entry) });
  const hashes: string[] = [];
  for (let n = 0; n * FILES.length < ASKED + 1; n++) {
    const background = { r: n, g: 10, b: 20 };
    const create = { width: 8, height: 10, channels: 3 as const, background };
    hashes.push(await store.add(await sharp({ create }).png().toBuffer()));
  }
  paths = hashes.flatMap((hash) => FILES.map((file) => `/media/${hash}/${file}`));
});
afterAll(async () => {
  await store.close();
  await shop.close();
});

test('a busy process refuses a rendition at once, and reads only the pictures in progress', async () => {
  const app = mediaRoutes(store);
  const ask = async (path = '') => app.request(path);
  const answers = paths.slice(0, ASKED).map((path) => ask(path));
  let refused = 0;
  const allRefused = Promise.withResolvers<void>();
  // The gate is shut: any answer now is a refusal.
  for (const answer of answers) {
    answer.then(({ status }) => {
      if (status === 503) refused++;
      if (refused + MOST_WAITING + 4 >= ASKED) allRefused.resolve();
    }, allRefused.reject);
  }
  await allRefused.promise;
  expect(read).toBeLessThanOrEqual(4);

  const more = await ask(paths[ASKED]);
  expect(more.status).toBe(503);
  expect(more.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(more.headers.get('cache-control')).toBe('no-store');
  expect(await more.json()).toMatchObject({ code: 'unavailable' });
  // A request for a picture that already waits needs no place.
  const again = ask(paths[0]);
  // An unknown name is not found, however busy the process is.
  expect((await ask(`/media/${'f'.repeat(40)}/640.jpg`)).status).toBe(404);

  gate.resolve();
  const statuses = (await Promise.all([...answers, again])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_WAITING + 4 + 1);
  expect((await again).status).toBe(200);
  // The place is free again, and a stored picture never needs one.
  expect((await ask(paths[ASKED])).status).toBe(200);
});
