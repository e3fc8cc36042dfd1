import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { findNginx } from '#scripts/test/nginx.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { runExample } from '../../hosting/run-example.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';

/** Hundreds of pictures without renditions are requested from two processes behind nginx, while shoppers continue. */

const ASKED = 400;
const FILES = [480, 640, 800, 1080, 1200, 1600].flatMap((width) => [
  `${width}.avif`,
  `${width}.webp`,
  `${width}.jpg`,
]);
/** Megabytes that each process may grow by. */
const MOST_GROWTH = 500;

let database: FreshDatabase;
let shop: FaultShop;
let folder: string;
let url: string;
let paths: string[];
let stopNginx: (() => Promise<void>) | undefined;
beforeAll(async () => {
  if (!findNginx()) return;
  database = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'turare-pictures-'));
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 100_000 },
    places: 2,
    settings: { DATA_DIR: folder },
  });
  paths = await addPictures();
  await Promise.all([shop.start(0), shop.start(1)]);
  const [first = '', second = ''] = shop.apis.map((each) => new URL(each.url).host);
  const { api, close } = await runExample([first, second], folder);
  stopNginx = close;
  url = `http://127.0.0.1:${api}`;
}, 120_000);
afterAll(async () => {
  await stopNginx?.();
  await shop?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Stores photos of a phone's size. Returns the addresses of renditions that nobody has requested. */
async function addPictures(): Promise<string[]> {
  const pictures = openPictures(readSettings({ DATABASE_URL: database.url, DATA_DIR: folder }));
  const { db, close } = connect(database.url);
  const store = createMediaStore(db, pictures, { log: () => {} });
  const made: string[] = [];
  while (made.length < ASKED) {
    const [width, height, channels] = [1600, 2000, 3] as const;
    const grain = randomBytes(width * height * channels);
    const photo = sharp(grain, { raw: { width, height, channels } }).blur(2);
    const hash = await store.add(await photo.jpeg({ quality: 90 }).toBuffer());
    made.push(...FILES.map((file) => `/media/${hash}/${file}`));
  }
  await store.close();
  await close();
  return made.slice(0, ASKED);
}

const megabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.skipIf(!findNginx())(
  `${ASKED} pictures that were never made fail no call of a shopper`,
  { timeout: 300_000 },
  async () => {
    const before = shop.apis.map(({ pid }) => megabytes(pid));
    const growth = [0, 0];
    const statuses: Record<number, number> = {};
    let over = false;
    const pictures = Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(url + path);
        await answer.arrayBuffer();
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      }),
    ).finally(() => {
      over = true;
    });
    const failed: string[] = [];
    const times: number[] = [];
    const shopper = async (path: string) => {
      while (!over) {
        const from = performance.now();
        const status = await fetch(url + path).then(
          async (answer) => {
            await answer.arrayBuffer();
            return answer.status;
          },
          (error: Error) => error.message,
        );
        times.push(performance.now() - from);
        if (status !== 200) failed.push(`${path}: ${status}`);
        for (const [place, { pid }] of shop.apis.entries()) {
          growth[place] = Math.max(growth[place] ?? 0, megabytes(pid) - (before[place] ?? 0));
        }
      }
    };
    await Promise.all([
      pictures,
      ...['/api/product?limit=50', '/api/product/oud', '/api/live?ids=oud'].map(shopper),
    ]);
    times.sort((a, b) => a - b);
    const [median, longest] = [times[times.length >> 1] ?? 0, times.at(-1) ?? 0];
    console.log(
      `pictures ${JSON.stringify(statuses)}; ${times.length} calls of shoppers, median ${Math.round(median)} ms, longest ${Math.round(longest)} ms; ${growth.map(Math.round).join(' and ')} MB more`,
    );
    expect(failed).toEqual([]);
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '503']));
    for (const more of growth) expect(more).toBeLessThan(MOST_GROWTH);
  },
);
