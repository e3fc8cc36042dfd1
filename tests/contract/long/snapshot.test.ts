import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { media } from '#backend/media/tables.ts';
import { viewProducts } from '#backend/products/catalogue/product-view.ts';
import { insertProducts } from '#backend/products/fields/writer.ts';
import { createSnapshots } from '#backend/products/snapshot/snapshots.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { productPictures, products } from '#backend/products/tables.ts';
import { product as contractProduct, type Product } from '#contract/product.ts';
import { snapshotEnd, snapshotHead } from '#contract/snapshot.ts';
import { readFragrances } from '#demo/fragrance-files.ts';
import { openShop, PLACES, product, type TestShop } from '../shop.harness.ts';

const PATH = '/api/catalogue/snapshot';
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function take(): Promise<{ head: ReturnType<typeof snapshotHead.parse>; read: Product[] }> {
  const answer = await shop.app.request(PATH);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/x-ndjson',
  ]);
  const lines = (await answer.text()).split('\n');
  expect(lines.pop()).toBe('');
  const [head, ...rest] = lines.map((line) => JSON.parse(line));
  const end = snapshotEnd.parse(rest.pop());
  expect(end.products).toBe(rest.length);
  expect(snapshotHead.parse(head).products).toBe(rest.length);
  return { head, read: rest };
}

const view = async () =>
  viewProducts(
    shop.services.db,
    await selectProducts(shop.services.db).orderBy(
      sql`${products.createdAt} desc nulls last`,
      products.id,
    ),
  );

/** Empties the catalogue and fills it with `rows`. */
async function stock(rows: ReturnType<typeof product>[]) {
  const { db } = shop.services;
  await db.execute(sql`truncate products, product_pictures, media cascade`);
  const named = rows.map(({ row, pictures: own }) => ({
    row,
    pictures: own.map((one) => (typeof one === 'string' ? { hash: one, alt: null } : one)),
  }));
  const hashes = new Set(named.flatMap(({ pictures }) => pictures.map(({ hash }) => hash)));
  const originals = [...hashes].map((hash, index) => ({
    hash,
    mime: 'image/jpeg',
    width: 800 + index,
    height: 1000,
    color: '#aabbcc',
  }));
  if (originals.length > 0) await db.insert(media).values(originals);
  if (rows.length > 0) {
    await db.transaction((transaction) =>
      insertProducts(
        transaction,
        rows.map(({ row }) => ({ row, pictures: [] })),
      ),
    );
  }
  const pictures = named.flatMap(({ row, pictures: own }) =>
    own.map(({ hash, alt }, at) => ({
      productId: row.id,
      position: at * 3,
      mediaHash: hash,
      alt,
    })),
  );
  if (pictures.length > 0) await db.insert(productPictures).values(pictures);
}

describe('a snapshot has the products of the list', () => {
  test('for every fragrance of the demo', async () => {
    const fragrances = await readFragrances();
    await stock(
      fragrances.map(({ brand, name, notes, discount, ...rest }, index) => {
        const made = product({
          id: `p${index}`,
          name: `${brand} ${name}`,
          brand,
          notes,
          priceKobo: rest.price * 100,
          description: rest.description,
          tags: rest.tags,
          discountType: discount?.type ?? null,
          discountAmount: discount?.amount ?? null,
          createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 7))),
        });
        const alt = `${name}: "gold" \\ 'cap'`;
        return { ...made, pictures: [{ hash: `a${index}`, alt }, `b${index}`].slice(0, index % 3) };
      }),
    );
    const { read, head } = await take();
    expect(read).toEqual(await view());
    expect(read).toHaveLength(fragrances.length);
    for (const entry of read) contractProduct.parse(entry);
    expect(head.categories).toEqual((await shop.get('/api/app-data/categories')).body);
    expect(head.shippingPlaces).toEqual((await shop.get('/api/app-data/shipping-addresses')).body);
    expect(head.shippingPlaces).toHaveLength(PLACES.length);
    expect(head.version).toBe((await shop.get('/api/catalogue/version')).body.version);
  });

  test('for any content of a row', async () => {
    // PostgreSQL cannot store NUL or half a surrogate pair.
    const words = fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => text.replaceAll('\u0000', '').toWellFormed());
    const moment = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    const list = fc.array(words, { maxLength: 3 });
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
    const row = fc.record({
      id: fc.stringMatching(/^[a-f0-9]{1,6}$/),
      name: words,
      brand: words,
      description: fc.oneof(words, fc.constantFrom('a\u2028b', 'line\nbreak\r\n', '"\\', '👃🏽 ₦')),
      tags: list,
      categories: list,
      notes: maybe(fc.record({ top: list, heart: list, base: list }, { noNullPrototype: true })),
      concentration: maybe(words),
      sizeMl: maybe(fc.integer({ min: 0, max: 2000 })),
      priceKobo: fc.oneof(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 0, max: 10_000 })),
      discount: maybe(
        fc.record({
          type: fc.constantFrom('fixed' as const, 'percentage' as const),
          amount: fc.double({ min: 0, max: 1e9, noNaN: true }),
          end: maybe(moment),
        }),
      ),
      stock: fc.integer({ min: 0, max: 50 }),
      ratings: fc
        .float({ min: 0, max: 5, noNaN: true })
        .map((value) => Math.round(value * 1e6) / 1e6),
      numReviews: fc.nat(1000),
      soldCount: fc.nat(1000),
      createdAt: moment,
      pictures: fc.uniqueArray(
        fc.record({ hash: fc.stringMatching(/^[a-f0-9]{4}$/), alt: words }),
        { maxLength: 3, selector: ({ hash }) => hash },
      ),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }),
        async (rows) => {
          await stock(
            rows.map(({ discount, pictures, ...rest }) => ({
              ...product({
                ...rest,
                discountType: discount?.type ?? null,
                discountAmount: discount?.amount ?? null,
                discountExpiresAt: discount?.end ?? null,
              }),
              pictures,
            })),
          );
          // The database may have microseconds.
          await shop.services.db.execute(
            sql`update products set created_at = created_at + interval '123456 microseconds' where size_ml > 1000`,
          );
          expect((await take()).read).toEqual(await view());
        },
      ),
      { numRuns: 60 },
    );
  });

  test('for an empty catalogue', async () => {
    await stock([]);
    expect((await take()).read).toEqual([]);
  });
});

describe('a snapshot in progress', () => {
  const MANY = Array.from({ length: 1300 }, (_, index) =>
    product({ id: `p${String(index).padStart(4, '0')}`, description: 'x'.repeat(500) }),
  );
  beforeAll(() => stock(MANY));
  /** Returns this shop's open transactions that wait for something other than the database. */
  const idle = async () => {
    const { rows } = await shop.services.db.execute(
      sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
    );
    return rows.length;
  };
  const SECRET = 'a secret of more than thirty-two characters';
  const open = (headers = {}) => shop.app.request(PATH, { headers });
  const files = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('turare-snapshot-')).length;

  test('shows the catalogue at its start', async () => {
    const { db } = shop.services;
    const answer = await shop.app.request(PATH);
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    await db.execute(sql`delete from products where id >= 'p0100'`);
    await db.execute(sql`update products set name = 'Changed'`);
    let text = Buffer.from(first?.value ?? []).toString();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      text += Buffer.from(value ?? []).toString();
    }
    const lines = text.trimEnd().split('\n');
    expect(lines).toHaveLength(MANY.length + 2);
    expect(text).not.toContain('Changed');
    await stock(MANY);
  });

  test('keeps no transaction open for a reader that takes its time', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => open()));
    await Promise.all(answers.map((answer) => answer.body?.getReader().read()));
    // The writer finishes by itself.
    await vi.waitFor(async () => expect(await idle()).toBe(0));
    expect((await shop.get('/api/product')).status).toBe(200);
    expect((await take()).read).toHaveLength(MANY.length);
  });

  test('is one of at most sixteen; the next is told when to try again, but the publisher is admitted', async () => {
    const own = await openShop({ products: MANY, settings: { PUBLISHER_SECRET: SECRET } });
    onTestFinished(() => own.close());
    const strangers = await Promise.all(Array.from({ length: 16 }, () => own.app.request(PATH)));
    const refused = await own.get(PATH);
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'unavailable',
      '2',
    ]);
    const wrong = await own.app.request(PATH, { headers: { authorization: `Bearer ${SECRET}x` } });
    expect(wrong.status).toBe(503);
    const publisher = await own.app.request(PATH, {
      headers: { authorization: `Bearer ${SECRET}` },
    });
    expect((await publisher.text()).trimEnd().split('\n')).toHaveLength(MANY.length + 2);
    await Promise.all(strangers.map((answer) => answer.body?.cancel()));
    expect((await own.app.request(PATH)).status).toBe(200);
  });

  test('is not counted after HEAD, or after its reader disconnects', async () => {
    for (let time = 0; time < 20; time++) {
      expect((await shop.app.request(PATH, { method: 'HEAD' })).status).toBe(200);
      await (await open()).body?.cancel();
    }
    expect((await take()).read).toHaveLength(MANY.length);
  });

  test('is cut off if its reader reads nothing', async () => {
    const events: unknown[] = [];
    const snapshots = createSnapshots(shop.services.db, ({ event }) => events.push(event), 50);
    onTestFinished(snapshots.close);
    const opened = await snapshots.open(false);
    const reader = opened.ok ? opened.value.getReader() : null;
    await reader?.read();
    await vi.waitFor(() => expect(events).toEqual(['snapshot_cut_off']));
    await expect(reader?.read()).rejects.toThrow('took nothing for 0.05 s');
  });

  test('shows a change that was made before it was requested', async () => {
    const { db } = shop.services;
    await take();
    await db.execute(sql`update products set name = 'Newest' where id = 'p0000'`);
    expect((await take()).read.find(({ id }) => id === 'p0000')).toMatchObject({ name: 'Newest' });
    await stock(MANY);
  });

  test('is aborted when the API closes, and leaves no file', async () => {
    const before = await files();
    const snapshots = createSnapshots(shop.services.db, () => {});
    const opened = await snapshots.open(false);
    expect(await files()).toBe(before + 1);
    await snapshots.close();
    const reader = opened.ok ? opened.value.getReader() : null;
    await expect(reader?.read()).rejects.toThrow('closing');
    expect(await files()).toBe(before);
  });

  test('is refused if an error precedes the first line', async () => {
    const { db } = shop.services;
    const spy = vi.spyOn(db, 'transaction').mockRejectedValueOnce(new Error('disk on fire'));
    expect((await shop.get(PATH)).status).toBe(500);
    spy.mockRestore();
  });

  test('is compressed on request', async () => {
    const answer = await shop.app.request(PATH, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const plain = answer.body?.pipeThrough(new DecompressionStream('gzip'));
    const text = await new Response(plain).text();
    expect(text.trimEnd().split('\n')).toHaveLength(MANY.length + 2);
  });
});
