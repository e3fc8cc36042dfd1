import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Composer } from '#backend/media/composer.ts';
import { productPictures } from '#backend/products/tables.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

let shop: TestShop;
let hash: string;
/** The composed recipes, in order. */
const composed: string[] = [];
const composer: Composer = {
  compose(recipe) {
    composed.push(recipe);
    if (recipe === '{"broken":true}') throw new Error('There is no such bottle');
    const create = { width: 800, height: 1000, channels: 3, background: '#b4632d' } as const;
    return sharp({ create }).png().toBuffer();
  },
};

beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })], composer });
  const noise = await sharp({
    create: {
      width: 1000,
      height: 1250,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  } as never)
    .png()
    .toBuffer();
  const picture = await sharp({
    create: { width: 1000, height: 1250, channels: 3, background: '#b4632d' },
  })
    .composite([{ input: await sharp(noise).resize(400, 700).toBuffer() }])
    .png()
    .toBuffer();
  hash = await shop.services.media.add(picture);
  await shop.services.db
    .insert(productPictures)
    .values({ productId: 'oud', position: 0, mediaHash: hash });
});
afterAll(() => shop.close());

const fetchMedia = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await shop.app.request(`/media/${path}`, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test.each([
  ['640.webp', 'image/webp', 'webp', 640],
  ['160.jpg', 'image/jpeg', 'jpeg', 160],
  ['1600.jpg', 'image/jpeg', 'jpeg', 1000],
])('%s has its type and width, and is immutable', async (file, mime, format, width) => {
  const { answer, bytes } = await fetchMedia(`${hash}/${file}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe(mime);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sharp(bytes).metadata()).toMatchObject({ format, width, height: width * 1.25 });
  const etag = answer.headers.get('etag') ?? '';
  const again = await fetchMedia(`${hash}/${file}`, { 'if-none-match': etag });
  expect([again.answer.status, again.bytes.length]).toEqual([304, 0]);
});

test('a range request gets a part of a rendition', async () => {
  const whole = await fetchMedia(`${hash}/640.jpg`);
  const size = whole.bytes.length;
  const etag = whole.answer.headers.get('etag') ?? '';
  expect(whole.answer.headers.get('accept-ranges')).toBe('bytes');
  const part = await fetchMedia(`${hash}/640.jpg`, { range: 'bytes=100-', 'if-range': etag });
  expect(part.answer.status).toBe(206);
  expect(part.answer.headers.get('content-range')).toBe(`bytes 100-${size - 1}/${size}`);
  expect(part.bytes.equals(whole.bytes.subarray(100))).toBe(true);
  const other = await fetchMedia(`${hash}/640.jpg`, { range: 'bytes=100-', 'if-range': '"old"' });
  expect([other.answer.status, other.bytes.length]).toEqual([200, size]);
  const beyond = await fetchMedia(`${hash}/640.jpg`, { range: `bytes=${size}-` });
  expect(beyond.answer.status).toBe(416);
  expect(beyond.answer.headers.get('content-range')).toBe(`bytes */${size}`);
});

test('share.jpg is 1200×630 under 250 kB, with the whole picture in the middle', async () => {
  const { answer, bytes } = await fetchMedia(`${hash}/share.jpg`);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  expect(bytes.length).toBeLessThan(250_000);
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  const corner = await sharp(bytes).extract({ left: 0, top: 0, width: 8, height: 8 }).stats();
  for (const [channel, ground] of [0xb4, 0x63, 0x2d].entries()) {
    expect(Math.abs((corner.channels[channel]?.mean ?? 0) - ground)).toBeLessThan(8);
  }
});

test('what does not exist is not found', async () => {
  const unknown = 'f'.repeat(40);
  for (const path of [
    `${unknown}/640.avif`,
    `${unknown}/share.jpg`,
    `${hash}/641.avif`,
    `${hash}/640.png`,
    `${hash}/0640.jpg`,
    `${hash}/..%2f..%2f640.jpg`,
    `..%2foriginals/640.jpg`,
    `${hash.toUpperCase()}/640.jpg`,
  ]) {
    const { answer } = await fetchMedia(path);
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test('a rendition that many request at once is made once, and leaves no temporary file', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => fetchMedia(`${hash}/480.webp`)),
  );
  const [first] = answers;
  for (const { bytes } of answers) expect(bytes.equals(first?.bytes ?? Buffer.of())).toBe(true);
  const folder = join(shop.dataDir, 'media/renditions', hash.slice(0, 2), hash);
  expect((await readdir(folder)).filter((file) => file.includes('part'))).toEqual([]);
});

test('a product has its pictures, with size and colour', async () => {
  const { body } = await shop.get('/api/product/oud');
  expect(body.product).toMatchObject({
    images: [`/media/${hash}/1200.jpg`],
    image: `/media/${hash}/1200.jpg`,
    pictures: [{ width: 1000, height: 1250, color: expect.stringMatching(/^#[0-9a-f]{6}$/) }],
  });
});

const IMMUTABLE = 'public, max-age=31536000, immutable';
const keptFile = (of: string, file: string) =>
  join(shop.dataDir, 'media/renditions', of.slice(0, 2), of, file);
/** Waits until a rendition is stored, without requests, which would delay it. */
const waitFor = (of: string, file: string) =>
  expect.poll(() => existsSync(keptFile(of, file)), { interval: 100 }).toBe(true);

test('an AVIF is first sent as a draft, which is replaced once and for good', async () => {
  const first = await fetchMedia(`${hash}/640.avif`);
  expect(first.answer.headers.get('content-type')).toBe('image/avif');
  expect(first.answer.headers.get('cache-control')).toBe('no-cache');
  expect(await sharp(first.bytes).metadata()).toMatchObject({ width: 640, height: 800 });
  const etag = first.answer.headers.get('etag') ?? '';
  const again = await fetchMedia(`${hash}/640.avif`, { 'if-none-match': etag });
  expect([again.answer.status, again.bytes.length]).toEqual([304, 0]);
  await waitFor(hash, '640.avif');
  const kept = await fetchMedia(`${hash}/640.avif`, { 'if-none-match': etag });
  expect([kept.answer.status, kept.answer.headers.get('cache-control')]).toEqual([200, IMMUTABLE]);
  expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'heif', width: 640 });
  expect(kept.bytes.equals(first.bytes)).toBe(false);
});

test('a recipe is composed when its picture is first requested, and once', async () => {
  const recipe = { recipe: '{"name":"Oud"}', width: 800, height: 1000, color: '#b4632d' };
  const [of = '', same] = await shop.services.media.addRecipes([recipe, { ...recipe }]);
  expect(same).toBe(of);
  expect(composed).toEqual([]);
  const first = await fetchMedia(`${of}/640.webp`);
  expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'webp', width: 640 });
  expect(first.answer.headers.get('cache-control')).toBe(IMMUTABLE);
  // The original is there now, so nothing is composed for another width.
  expect((await fetchMedia(`${of}/320.webp`)).answer.headers.get('cache-control')).toBe(IMMUTABLE);
  expect(composed).toEqual(['{"name":"Oud"}']);
});

test('a recipe that cannot be composed fails its own request alone, and is tried again', async () => {
  const broken = { recipe: '{"broken":true}', width: 8, height: 10, color: '#000000' };
  const [of] = await shop.services.media.addRecipes([broken]);
  expect((await fetchMedia(`${of}/320.webp`)).answer.status).toBe(500);
  expect((await fetchMedia(`${of}/320.webp`)).answer.status).toBe(500);
  expect((await fetchMedia(`${hash}/320.webp`)).answer.status).toBe(200);
});
