import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Product } from '#contract/product.ts';
import { withRenditions } from '#site/catalogue/renditions/renditions.ts';
import { testProduct } from './backend.ts';
import { newPictureServer, type PictureServer } from './picture-server.ts';

/** A build's work on pictures of other servers, without the build. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let folder: string;
let server: PictureServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-pictures-'));
  server = await newPictureServer([240, 300]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const withPictures = (...pictures: string[][]): Product[] =>
  pictures.map((images, index) => ({ ...testProduct(index), images }));
const make = (products: readonly Product[], options: object = {}) =>
  withRenditions(products, {
    apiUrl: 'http://127.0.0.1:9',
    publicApiUrl: '',
    hosts: server.origin,
    folder,
    budgetMs: MINUTE,
    ...options,
  });
const stored = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.avif'));
/** Lets time pass for the store. */
function later(ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

it('makes renditions of pictures on a host that the settings name, main pictures first', async () => {
  const picture = (name: string) => `${server.origin}/${name}.jpg`;
  const products = withPictures([picture('a'), picture('b')], [picture('c')], []);
  const { products: marked, files, report } = await make(products);
  expect(server.asked.toSorted()).toEqual(['/a.jpg', '/b.jpg', '/c.jpg']);
  expect(server.asked.at(-1)).toBe('/b.jpg');
  expect(report).toMatchObject({ ready: 3, made: 3, waiting: 0, failed: [], refused: {} });
  const [hash] = /(?<=#made=)\w+$/.exec(marked[0]?.images[0] ?? '') ?? [];
  expect(marked[0]?.images[0]).toBe(`${picture('a')}#made=${hash}`);
  expect(files.map(({ name }) => name)).toContain(`${hash}-540.avif`);
  expect((await stored()).toSorted()).toEqual(
    files.map(({ name }) => `${name.slice(0, 2)}/${name}`).toSorted(),
  );
  expect(products[0]?.images[0]).toBe(picture('a'));
});

it('takes pictures of the API’s own host without a setting, and no others', async () => {
  const elsewhere = 'https://elsewhere.example/a.jpg';
  const products = withPictures(['/uploads/a.jpg'], [`${server.origin}/b.jpg`], [elsewhere]);
  const { products: made, report } = await make(products, { apiUrl: server.origin, hosts: '' });
  expect(server.asked.toSorted()).toEqual(['/b.jpg', '/uploads/a.jpg']);
  expect(made[0]?.images[0]).toMatch(/^\/uploads\/a\.jpg#made=/);
  expect(made[2]?.images).toEqual([elsewhere]);
  expect(report).toMatchObject({ ready: 2, refused: { 'elsewhere.example': 1 } });
});

it('does not follow a named host into a private network', async () => {
  const hosts = server.origin.replace('127.0.0.1', 'localhost');
  const { report } = await make(withPictures([`${hosts}/a.jpg`]), { hosts });
  expect(server.asked).toEqual([]);
  expect(report.failed[0]?.reason).toContain('not on the public internet');
});

it('asks for an unchanged picture once a day, and renders one again that has changed', async () => {
  const products = withPictures([`${server.origin}/a.jpg`]);
  const { products: first } = await make(products);
  const sent = server.sent;
  later(23 * HOUR);
  expect((await make(products)).products).toEqual(first);
  expect(server.asked).toHaveLength(1);
  later(2 * HOUR);
  expect((await make(products)).report).toMatchObject({ ready: 1, made: 0 });
  expect(server.asked).toHaveLength(2);
  expect(server.sent).toBe(sent);
  later(25 * HOUR);
  server.edition = 2;
  const changed = await make(products);
  expect(changed.report).toMatchObject({ ready: 1, made: 1 });
  expect(changed.products).not.toEqual(first);
  expect(await stored()).toHaveLength(2);
});

it('leaves a picture that fails as it is, names it, and tries it again after an hour', async () => {
  const names = ['missing', 'moved', 'text', 'cut', 'large', 'good'];
  const products = withPictures(...names.map((name) => [`${server.origin}/${name}`]));
  server.answers.set('/missing', (response) => response.writeHead(404).end());
  server.answers.set('/moved', (response) => response.writeHead(302, { location: '/good' }).end());
  server.answers.set('/text', (response) => response.end('<svg/>'));
  server.answers.set('/cut', (response) => response.end(Buffer.from('ffd8ffe000104a46', 'hex')));
  server.answers.set('/large', (response) =>
    response.writeHead(200, { 'content-length': 30_000_000 }).write('x'),
  );
  const { products: made, report } = await make(products);
  expect(report.ready).toBe(1);
  expect(made[0]).toEqual(products[0]);
  const reasons = Object.fromEntries(
    report.failed.map(({ url, reason }) => [new URL(url).pathname, reason]),
  );
  expect(reasons).toEqual({
    '/missing': expect.stringContaining('answered 404'),
    '/moved': expect.stringContaining('redirects to another address'),
    '/text': expect.stringContaining('is not a JPEG'),
    '/cut': expect.stringContaining('is damaged'),
    '/large': expect.stringContaining('is larger than 20 MB'),
  });
  expect((await make(products)).report.failed).toHaveLength(5);
  expect(server.asked).toHaveLength(6);
  server.answers.clear();
  later(HOUR + 1);
  expect((await make(products)).report).toMatchObject({ ready: 6, made: 5, failed: [] });
});

it('keeps the renditions of a picture whose server fails later', async () => {
  const products = withPictures([`${server.origin}/a.jpg`]);
  const { products: first } = await make(products);
  server.answers.set('/a.jpg', (response) => response.writeHead(503).end());
  later(25 * HOUR);
  const { products: second, report } = await make(products);
  expect(second).toEqual(first);
  expect(report).toMatchObject({ ready: 1, failed: [{ url: `${server.origin}/a.jpg` }] });
});

it('leaves the rest to the next build when the time is over, also while a server is silent', async () => {
  const products = withPictures(
    ...Array.from({ length: 6 }, (_, at) => [`${server.origin}/${at}`]),
  );
  expect((await make(products, { budgetMs: 0 })).report).toMatchObject({ ready: 0, waiting: 6 });
  expect(server.asked).toEqual([]);
  for (const at of [0, 1, 2, 3]) server.answers.set(`/${at}`, () => {});
  const { report } = await make(products, { budgetMs: 300 });
  expect(report).toMatchObject({ ready: 0, waiting: 6, failed: [] });
  server.answers.clear();
  expect((await make(products)).report).toMatchObject({ ready: 6, made: 6, waiting: 0 });
});

it('gives up on a host that did not answer five times in a row, but not on one with missing pictures', async () => {
  const products = withPictures(
    ...Array.from({ length: 30 }, (_, at) => [`http://127.0.0.1:9/${at}`]),
  );
  const missing = Array.from({ length: 9 }, (_, at) => `${server.origin}/${at}`);
  for (const url of missing) {
    server.answers.set(new URL(url).pathname, (response) => response.writeHead(404).end());
  }
  expect((await make(withPictures(missing))).report.failed).toHaveLength(9);
  expect(server.asked).toHaveLength(9);
  const { report } = await make(products, { apiUrl: server.origin, hosts: 'http://127.0.0.1:9' });
  expect(report.failed).toHaveLength(30);
  expect(report.failed.at(-1)?.reason).toBe(
    'is not fetched: 127.0.0.1:9 did not answer 5 times in a row',
  );
});

it('deletes renditions a month after the last product with their picture', async () => {
  await make(withPictures([`${server.origin}/a.jpg`]));
  later(29 * 24 * HOUR);
  await make([]);
  expect(await stored()).toHaveLength(2);
  later(2 * 24 * HOUR);
  await make([]);
  expect(await stored()).toEqual([]);
});

it('makes a rendition again if its file was lost, or its width is not used any more', async () => {
  const products = withPictures([`${server.origin}/a.jpg`]);
  await make(products);
  const before = await stored();
  const [one = ''] = before;
  await rename(join(folder, one), join(folder, one.replace('-540.', '-541.')));
  expect((await make(products)).report).toMatchObject({ ready: 1, waiting: 0 });
  expect(await stored()).toEqual(before);
});

it('makes everything again if its records are damaged, and removes the rest of a killed build', async () => {
  const products = withPictures([`${server.origin}/a.jpg`]);
  const { products: first } = await make(products);
  await writeFile(join(folder, 'index.json'), '{"http');
  await writeFile(join(folder, 'index.json.1.part'), '');
  expect((await make(products)).products).toEqual(first);
  expect(server.asked).toHaveLength(2);
  expect(await readdir(folder)).not.toContain('index.json.1.part');
});
