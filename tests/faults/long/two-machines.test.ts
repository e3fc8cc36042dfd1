import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { PLAIN_ENVIRONMENT } from '../../plain-environment.ts';
import { type S3Server, startS3 } from '../../s3/server.ts';
import { type ApiProcess, startApi } from '../api-process.ts';

/** Machines that share only a PostgreSQL and an S3 store: one of them is lost, and then the store is away. */

const PRODUCTS = 12;
const WIDTHS = [160, 240, 320, 480, 640, 800, 1080, 1200, 1600];
const FILES = [
  ...WIDTHS.flatMap((width) => ['avif', 'webp', 'jpg'].map((format) => `${width}.${format}`)),
  'share.jpg',
];
/** Pixels of an original. */
const SIZE = { width: 600, height: 750 };

/** A process of the API with its own folder. */
interface Machine {
  api: ApiProcess;
  env: Record<string, string>;
}

let s3: S3Server;
let database: FreshDatabase;
let folder: string;
const machines: Machine[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-machines-'));
  [s3, database] = await Promise.all([startS3(), freshDatabase()]);
});
afterAll(async () => {
  await Promise.all(machines.map(({ api }) => api.kill()));
  await Promise.all([s3.close(), database.drop()]);
  await rm(folder, { recursive: true });
});

async function startMachine(name: string): Promise<Machine> {
  const dataDir = join(folder, name);
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, ...s3.settings };
  const machine = { api: await startApi(await freePort(), env), env };
  machines.push(machine);
  return machine;
}

/** Imports products with two pictures each on a machine. Returns the hashes of the pictures. */
async function importOn({ api, env }: Machine): Promise<string[]> {
  const rows = ['id,name,price,pictures'];
  for (let product = 0; product < PRODUCTS; product++) {
    for (const side of ['front', 'back']) {
      const red = product * 20;
      const background = { r: red, g: side === 'front' ? 90 : 160, b: 255 - red };
      await sharp({ create: { ...SIZE, channels: 3, background } })
        .jpeg()
        .toFile(join(folder, `${side}-${product}.jpg`));
    }
    rows.push(`oud-${product},Oud ${product},1000,front-${product}.jpg|back-${product}.jpg`);
  }
  const file = join(folder, 'products.csv');
  await writeFile(file, `${rows.join('\n')}\n`);
  await promisify(execFile)(process.execPath, ['scripts/catalogue/main.ts', 'import', file], {
    env: { ...PLAIN_ENVIRONMENT, ...env },
  });
  const hashes: string[] = [];
  for (let product = 0; product < PRODUCTS; product++) {
    const answer = await fetch(`${api.url}/api/product/oud-${product}`);
    const { product: read } = (await answer.json()) as { product: { images: string[] } };
    hashes.push(...read.images.map((url) => url.split('/')[2] ?? ''));
  }
  return hashes;
}

/** Requests all paths, a few at a time, and gives each answer to `take`. */
async function askAll(
  { api }: Machine,
  paths: readonly string[],
  take: (path: string, answer: Response, bytes: Buffer) => Promise<void> | void,
): Promise<void> {
  const waiting = [...paths];
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let path = waiting.pop(); path; path = waiting.pop()) {
        const answer = await fetch(`${api.url}/media/${path}`);
        await take(path, answer, Buffer.from(await answer.arrayBuffer()));
      }
    }),
  );
}

async function expectPicture(path: string, answer: Response, bytes: Buffer): Promise<void> {
  expect([path, answer.status]).toEqual([path, 200]);
  const file = path.split('/')[1] ?? '';
  const [name = '', format = ''] = file.split('.');
  const wanted =
    name === 'share' ? { width: 1200, height: 630 } : { width: Math.min(Number(name), SIZE.width) };
  const kind = { avif: 'heif', webp: 'webp', jpg: 'jpeg' }[format];
  expect(await sharp(bytes).metadata()).toMatchObject({ format: kind, ...wanted });
}

let paths: string[];
let second: Machine;

test('a machine is lost with its folder: another serves every rendition of every picture, each for the first time', {
  timeout: 300_000,
}, async () => {
  const first = await startMachine('first');
  second = await startMachine('second');
  const hashes = await importOn(first);
  expect(new Set(hashes).size).toBe(2 * PRODUCTS);
  paths = hashes.flatMap((hash) => FILES.map((file) => `${hash}/${file}`));
  await first.api.kill();
  await rm(join(folder, 'first'), { recursive: true });

  await askAll(second, paths, expectPicture);
  expect(second.api.log).toEqual([]);
  // Nothing of it is on the machine.
  expect(await readdir(join(folder, 'second'))).not.toContain('media');

  // A third one, which has made nothing, sends what the second has made.
  const made = paths.filter((path) => !path.endsWith('.avif'));
  const third = await startMachine('third');
  const before = s3.calls.length;
  await askAll(third, made, expectPicture);
  // The second continues with its AVIFs in the meantime.
  const calls = s3.calls.slice(before).filter(({ path }) => /\.(webp|jpg)$/.test(path));
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(calls).toHaveLength(made.length);
  await third.api.stop();
});

test('the store goes away under load and comes back: 200 or 503, and the shop is ready all the time', {
  timeout: 300_000,
}, async () => {
  const cold = await startMachine('cold');
  const warmed = paths.filter((path) => path.includes('/320.'));
  const answers = { warm: new Map<number, number>(), cold: new Map<number, number>() };
  const count = (counts: Map<number, number>, status: number) =>
    counts.set(status, (counts.get(status) ?? 0) + 1);
  let visiting = true;
  let seen = 0;
  const visit = async (machine: Machine, which: 'warm' | 'cold', files: readonly string[]) => {
    for (let at = 0; visiting; at++) {
      const path = files[at % files.length] ?? '';
      const answer = await fetch(`${machine.api.url}/media/${path}`);
      await answer.arrayBuffer();
      seen++;
      count(answers[which], answer.status);
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('5');
    }
  };
  const readiness = async (machine: Machine) => {
    while (visiting) {
      expect((await fetch(`${machine.api.url}/api/ready`)).status).toBe(200);
    }
  };
  // Each visitor has different paths, so the cold process always finds some that it does not have yet.
  const cutUp = (part: number) => paths.filter((_, at) => at % 4 === part);
  const visitors = [
    visit(second, 'warm', warmed),
    visit(second, 'warm', warmed),
    ...[0, 1, 2, 3].map((part) => visit(cold, 'cold', cutUp(part))),
    readiness(cold),
    readiness(second),
  ];
  const more = async (answersMore: number) => {
    const until = seen + answersMore;
    await vi.waitFor(() => expect(seen).toBeGreaterThan(until));
  };
  await more(100);
  await s3.goAway();
  await vi.waitFor(() => expect(answers.cold.get(503) ?? 0).toBeGreaterThan(100), 60_000);
  await more(200);
  await s3.comeBack();
  await vi.waitFor(() => expect(cold.api.log.at(-1)?.event).toBe('picture_store_back'), 60_000);
  visiting = false;
  await Promise.all(visitors);

  expect([...answers.warm.keys()]).toEqual([200]);
  expect([...answers.cold.keys()].toSorted()).toEqual([200, 503]);
  await askAll(cold, paths, expectPicture);
  // One line for the outage and one for its end, from the process that noticed it.
  expect(cold.api.log.map(({ event }) => event)).toEqual([
    'picture_store_unavailable',
    'picture_store_back',
  ]);
  expect(cold.api.lines.join('\n')).not.toContain('S3RVER');
});
