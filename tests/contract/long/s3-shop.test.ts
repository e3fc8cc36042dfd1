import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { keyOf } from '#backend/media/objects/object-store.ts';
import { openS3Shop, otherMachine, picture, type S3Shop } from '../media/s3-shop.harness.ts';

/** Two processes whose pictures are in an S3 store, without a common folder. */

let shop: S3Shop;
beforeAll(async () => {
  shop = await openS3Shop();
});
afterEach(() => shop.s3.failWith());
afterAll(() => shop.close());

test('pictures that one process stores or renders, another serves; neither has a picture folder', async () => {
  const hash = await shop.sell('shared', '#b4632d');
  const first = await picture(shop, `${hash}/320.webp`);
  expect(first.status).toBe(200);
  const other = await otherMachine(shop);
  const begun = shop.s3.calls.length;
  const second = await picture(other, `${hash}/320.webp`);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  // It was made once: the other process only read it.
  expect(shop.s3.calls.slice(begun).map(({ method }) => method)).toEqual(['GET']);
  // Another size, from the original that the first process stored.
  const made = await picture(other, `${hash}/480.jpg`);
  expect(await sharp(made.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480 });
  expect(await shop.pictures.has(keyOf.rendition(hash, '480.jpg'))).toBe(true);
  expect(await readdir(shop.dataDir)).not.toContain('media');
});

test('a requested rendition is sent from memory; an invented hash costs one call', async () => {
  const hash = await shop.sell('warm', '#2d63b4');
  await picture(shop, `${hash}/320.webp`);
  const begun = shop.s3.calls.length;
  expect((await picture(shop, `${hash}/320.webp`)).status).toBe(200);
  expect(shop.s3.calls.length).toBe(begun);
  expect((await picture(shop, `${'f'.repeat(40)}/320.webp`)).status).toBe(404);
  expect(shop.s3.calls.length).toBe(begun + 1);
});

test('a process does not start with a store that refuses it, but does with an absent one', async () => {
  await expect(otherMachine(shop, { MEDIA_S3_BUCKET: 'nowhere' })).rejects.toThrow(
    /^The S3 bucket nowhere at .* does not exist/,
  );
  shop.s3.failWith(() => ({ status: 503, code: 'ServiceUnavailable' }));
  const other = await otherMachine(shop);
  expect(other.log.map(({ event }) => event)).toEqual(['picture_store_unavailable']);
  expect((await other.app.request('/api/ready')).status).toBe(200);
});
