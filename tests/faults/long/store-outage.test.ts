import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { keyOf } from '#backend/media/objects/object-store.ts';
import {
  openS3Shop,
  otherMachine,
  picture,
  type S3Shop,
} from '../../contract/media/s3-shop.harness.ts';

/** The effect of an outage of the S3 picture store on a shop. */

const AWAY = 'This picture cannot be fetched right now. Please try again in a moment.';

let shop: S3Shop;
beforeAll(async () => {
  shop = await openS3Shop();
});
afterEach(() => shop.s3.failWith());
afterAll(() => shop.close());

test('a draft is kept in the bucket when the store is back', async () => {
  const hash = await shop.sell('draft', '#63b42d');
  shop.s3.failWith(({ method }) =>
    method === 'PUT' ? { status: 500, code: 'InternalError' } : null,
  );
  const draft = await picture(shop, `${hash}/320.avif`);
  expect([draft.status, draft.answer.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  // JPEG has no draft. It is sent although it could not be stored.
  expect((await picture(shop, `${hash}/320.jpg`)).status).toBe(200);
  await vi.waitFor(() => expect(shop.log.at(-1)?.event).toBe('picture_store_unavailable'), 30_000);
  shop.s3.failWith();
  // Requests start it; nothing is made while they come faster than one a second.
  await vi.waitFor(
    async () => {
      const { answer } = await picture(shop, `${hash}/320.avif`);
      expect(answer.headers.get('cache-control')).toContain('immutable');
    },
    { interval: 1500 },
  );
  expect(await shop.pictures.has(keyOf.rendition(hash, '320.avif'))).toBe(true);
});

test.each([
  ['answers 500', { status: 500, code: 'InternalError' }],
  ['answers 403', { status: 403, code: 'AccessDenied' }],
  ['cuts connections', 'cut' as const],
  ['does not answer', 'silence' as const],
])(
  'a store that %s: pictures in memory are served, all others get 503; the shop continues to sell',
  async (_, fault) => {
    const hash = await shop.sell('outage', '#123456');
    const other = await otherMachine(shop);
    const warm = await picture(other, `${hash}/320.webp`);
    shop.s3.failWith(() => fault);
    for (const file of ['480.webp', '480.jpg', 'share.jpg', '480.webp']) {
      const { status, answer, bytes } = await picture(other, `${hash}/${file}`);
      expect(status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(JSON.parse(String(bytes))).toMatchObject({ code: 'unavailable', message: AWAY });
    }
    expect((await picture(other, `${hash}/320.webp`)).bytes.equals(warm.bytes)).toBe(true);
    expect((await other.app.request('/api/ready')).status).toBe(200);
    expect((await other.app.request('/api/product/outage')).status).toBe(200);
    expect(await other.registry.metrics()).toMatch(/^turare_picture_store_up 0$/m);
    // One line for the whole outage, without a key.
    expect(other.log.map(({ event }) => event)).toEqual(['picture_store_unavailable']);
    expect(JSON.stringify(other.log)).not.toMatch(/S3RVER/);
    shop.s3.failWith();
    await vi.waitFor(
      async () => expect((await picture(other, `${hash}/480.webp`)).status).toBe(200),
      { interval: 300 },
    );
    expect(await other.registry.metrics()).toMatch(/^turare_picture_store_up 1$/m);
    expect(other.log.map(({ event }) => event)).toEqual([
      'picture_store_unavailable',
      'picture_store_back',
    ]);
  },
);

test('an import that cannot store a picture imports nothing, and says where it belongs', async () => {
  await shop.sell('before', '#654321');
  await sharp({ create: { width: 90, height: 90, channels: 3, background: '#abcdef' } })
    .png()
    .toFile(join(shop.folder, 'new.png'));
  const before = await shop.traces();
  shop.s3.failWith(({ method }) =>
    method === 'PUT' ? { status: 403, code: 'AccessDenied' } : null,
  );
  const text = 'id,name,price,pictures\nfirst,First,1,\nsecond,Second,1,new.png\n';
  const failed = await shop.importText(text).catch((error: Error) => error);
  expect(failed).toMatchObject({
    message: 'Nothing was imported, since the pictures cannot be stored.',
    cause: { message: expect.stringMatching(/^The S3 bucket pictures at .* s3:PutObject/) },
  });
  expect(await shop.traces()).toEqual(before);
  shop.s3.failWith();
  // This process tries the absent store once a second.
  await vi.waitFor(async () => expect(await shop.importText(text)).toMatchObject({ added: 2 }), {
    interval: 300,
  });
});
