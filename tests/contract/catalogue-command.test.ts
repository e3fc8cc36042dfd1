import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asc, sql } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { products } from '#backend/db/catalogue-tables.ts';
import { readFragrances } from '#backend/demo/fragrance-files.ts';
import { synthesize } from '#backend/demo/synth.ts';
import { readPictureHosts } from '#backend/media/picture-hosts.ts';
import { createPictureIntake } from '#backend/media/picture-intake.ts';
import { auditShop } from '#backend/services/audit.ts';
import { eachProduct, inSnapshot } from '#backend/services/catalogue-fields.ts';
import {
  type ImportOptions,
  importCatalogue,
  type ProductChange,
} from '#backend/services/catalogue-import.ts';
import { insertProducts, writeCatalogue } from '#backend/services/catalogue-writer.ts';
import { readSettings } from '#backend/settings.ts';
import { readProducts } from '#scripts/catalogue/file-in.ts';
import { writeProducts } from '#scripts/catalogue/file-out.ts';
import { changeLines, faultLines } from '#scripts/catalogue/report.ts';
import { createFakePaystack, SUCCESS } from './paystack.fake.ts';
import { purchases } from './purchases.harness.ts';
import { openShop, product, type TestShop } from './shop.harness.ts';

const paystack = createFakePaystack();
let shop: TestShop;
let folder: string;
beforeAll(async () => {
  shop = await openShop({ paystack });
  folder = await mkdtemp(join(tmpdir(), 'turare-import-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await shop.services.db.execute(sql`truncate orders, mails cascade`);
  await shop.services.db.delete(products);
});

const settings = readSettings({});
const all = async <T>(pieces: AsyncIterable<T>): Promise<T[]> => {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
};
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
const intake = (hosts = '') =>
  createPictureIntake({
    folder,
    dataDir: shop.dataDir,
    hosts: readPictureHosts(hosts),
    media: shop.services.media,
  });
const importText = (
  text: string,
  options: Partial<ImportOptions> & { format?: 'csv' | 'jsonl' } = {},
) =>
  importCatalogue(shop.services.db, readProducts(bytes(text), options.format ?? 'csv'), {
    intake: intake(),
    ...options,
  });
const exportText = (format: 'csv' | 'jsonl' = 'csv') =>
  inSnapshot(shop.services.db, async (snapshot) =>
    (await all(writeProducts(eachProduct(snapshot), format))).join(''),
  );
const rows = () => shop.services.db.select().from(products).orderBy(asc(products.id));
/** All that a run may have touched: products with their times, pictures, stock book and how often the site was told. */
async function traces() {
  const { rows: found } = await shop.services.db.execute(sql`select
    (select json_agg(p order by id) from products p) as products,
    (select json_agg(p order by product_id, position) from product_pictures p) as pictures,
    (select count(*) from stock_movements) as movements,
    (select count(*) from product_words) as words,
    (select coalesce(max(id), 0) from catalogue_changes) as changes`);
  return found[0];
}
const told = async () => Number((await traces())?.changes);
const expectSound = async () =>
  expect((await auditShop(shop.services.db, settings)).violations).toEqual([]);

const TWO =
  'id,name,brand,price,stock,tags\noud,Tom Ford Oud,Tom Ford,450000,5,rose|oud\nmusk,Musk,,9000.50,0,\n';

describe('import', () => {
  test('adds what is new, with what a product begins with', async () => {
    expect(await importText(TWO)).toMatchObject({ added: 2, changed: 0, written: true });
    expect(await rows()).toMatchObject([
      {
        id: 'musk',
        brand: '',
        priceKobo: 900_050,
        stock: 0,
        tags: [],
        notes: null,
        source: 'merchant',
      },
      { id: 'oud', brand: 'Tom Ford', stock: 5, tags: ['rose', 'oud'], discountType: null },
    ]);
    expect((await shop.get('/api/product?search=tom%20frd%20oud')).body.products).toMatchObject([
      { id: 'oud' },
    ]);
    await expectSound();
  });

  test('run again it changes nothing, and the site is not told', async () => {
    await importText(TWO);
    const before = await traces();
    expect(await importText(TWO)).toMatchObject({ unchanged: 2, added: 0, changed: 0, removed: 0 });
    expect(await traces()).toEqual(before);
  });

  test('changes what differs and nothing else', async () => {
    await importText(TWO);
    const [musk] = await rows();
    expect(await importText('id,price,notes_top\noud,400000,Lime\nmusk,9000.50,\n')).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    const [sameMusk, oud] = await rows();
    expect(sameMusk).toEqual(musk);
    expect(oud).toMatchObject({
      name: 'Tom Ford Oud',
      priceKobo: 40_000_000,
      notes: { top: ['Lime'], heart: [], base: [] },
      stock: 5,
    });
    await importText('id,notes_top,notes_base\noud,,Oud\n');
    expect((await rows())[1]?.notes).toEqual({ top: [], heart: [], base: ['Oud'] });
    await importText('id,notes_base\noud,\n');
    expect((await rows())[1]?.notes).toBeNull();
    await expectSound();
  });

  test('the search finds a product by its new words, and no longer by the old', async () => {
    await importText(TWO);
    await importText('id,name,tags\noud,Ambergris,vetiver\n');
    const wordsOf = async (id: string) => {
      const { rows: found } = await shop.services.db.execute<{ word: string }>(
        sql`select word from product_words where product_id = ${id}`,
      );
      return found.map(({ word }) => word);
    };
    expect(await wordsOf('oud')).toEqual(expect.arrayContaining(['ambergris', 'vetiver']));
    expect(await wordsOf('oud')).not.toContain('oud');
    await shop.services.db.execute(sql`update products set name = 'Neroli' where id = 'oud'`);
    expect(await wordsOf('oud')).toContain('neroli');
  });

  test('all or nothing: one fault of any kind, and nothing is written', async () => {
    await importText(TWO);
    const before = await traces();
    for (const [text, fault] of [
      ['id,name,price\nnew,New,1\noud,,1\n', /^row 3, name must not be empty/],
      ['id,price\nmusk,1\nnew,1\n', /^row 3, name is missing, and the shop has no 'new' yet/],
      ['id,name\nmusk,M\nnew,New\n', /^row 3, price is missing/],
      ['id,price\nmusk,1\noud,1\nmusk,2\n', /^row 4, id 'musk' is that of row 2 too/],
      ['id,discount\nmusk,1\noud,450001\n', /^row 3, discount takes off more than the price/],
      [
        'id,discount,discount_until\noud,,2026-12-24\n',
        /^row 2, discount_until ends a discount that there is not/,
      ],
      [
        'id,discount_until\noud,2026-12-24\n',
        /^row 2, discount_until ends a discount that there is not/,
      ],
      [
        'id,price,pictures\nmusk,1,\noud,1,gone.jpg\n',
        /^row 3, pictures names gone.jpg, which is not there/,
      ],
      [`id,price,pictures\noud,1,/media/${'f'.repeat(40)}\n`, /no picture of this shop/],
      ['id,price,pictures\noud,1,https://cdn.example/a.jpg\n', /setting PICTURE_HOSTS$/],
      ['', /^The file has no products/],
      ['id,name\n', /^The file has no products/],
    ] as const) {
      const report = await importText(text, { deleteMissing: true });
      expect(faultLines(report.faults)).toEqual([expect.stringMatching(fault)]);
      expect(report.written).toBe(false);
    }
    await expect(importText('id,prize\noud,1')).rejects.toThrow("Did you mean 'price'?");
    await expect(importText('id,price\nmusk,1\n"oud,1')).rejects.toThrow('never closed');
    expect(await traces()).toEqual(before);
  });

  test('--partial writes the good rows; of two with one id neither is good', async () => {
    await importText(TWO);
    const text = 'id,price\nmusk,1\noud,x\nnew,1\noud,2\n';
    const report = await importText(text, { partial: true });
    expect(report).toMatchObject({ written: true, changed: 1, rows: 4, faults: { count: 3 } });
    expect((await rows()).map((row) => row.priceKobo)).toEqual([100, 45_000_000]);
    const twins = await importText('id,price\noud,1\nmusk,3\noud,2\n', { partial: true });
    expect(twins).toMatchObject({ written: true, changed: 1, faults: { count: 1 } });
    expect((await rows()).map((row) => row.priceKobo)).toEqual([300, 45_000_000]);
  });

  test('a hundred faults are told, and how many there are', async () => {
    const text = `id,price\n${Array.from({ length: 250 }, (_, n) => `p-${n},x\n`).join('')}`;
    const { faults } = await importText(text);
    const lines = faultLines(faults);
    expect([faults.count, lines.length, lines.at(-1)]).toEqual([250, 101, 'and 150 more faults']);
  });

  test('--delete-missing takes away what the file has not, but for synthetic products', async () => {
    await importText(TWO);
    await writeCatalogue(shop.services.db, (transaction) =>
      insertProducts(transaction, [
        product({ id: 'demo', source: 'demo' }),
        product({ id: 'made-up', source: 'synthetic' }),
      ]),
    );
    expect(await importText('id,price\noud,1\n')).toMatchObject({ removed: 0 });
    expect(await importText('id,price\noud,1\n', { deleteMissing: true })).toMatchObject({
      removed: 2,
      unchanged: 1,
    });
    expect((await rows()).map(({ id }) => id)).toEqual(['made-up', 'oud']);
    await expectSound();
  });

  test('--dry-run tells what would be, field by field, and does nothing', async () => {
    await importText(TWO);
    const before = await traces();
    const changes: ProductChange[] = [];
    const text = 'id,name,price,stock\noud,Tom Ford Oud,400000.5,4\nnew,=New,1,1\n';
    const report = await importText(text, {
      dryRun: true,
      deleteMissing: true,
      onChange: (change) => void changes.push(change),
    });
    expect(report).toMatchObject({
      added: 1,
      changed: 1,
      unchanged: 0,
      removed: 1,
      written: false,
    });
    expect(changes.flatMap(changeLines)).toEqual([
      'removed  musk',
      'new      new  =New',
      'changed  oud',
      '           price: 450000 → 400000.50',
      '           stock: 5 → 4',
    ]);
    expect(await traces()).toEqual(before);
  });

  test('one import tells the site once, however much it does', async () => {
    await importText(TWO);
    const before = await told();
    const { db } = shop.services;
    let seen = 0;
    await importText('id,name,price\noud,Oud!,1\nnew,New,1\n', {
      deleteMissing: true,
      onProgress: () => {
        seen++;
      },
    });
    expect(seen).toBeGreaterThan(0);
    // All of them are of one transaction: who looks sees none or all.
    const { rows: moments } = await db.execute(
      sql`select distinct xmin::text from catalogue_changes where id > ${before}`,
    );
    expect(moments).toHaveLength(1);
  });
});

describe('stock', () => {
  test('set while bottles are held: it is what can still be bought, and the books stay right', async () => {
    await importText('id,name,price,stock\noud,Oud,10000,10\n');
    const buying = purchases(shop, paystack);
    const reference = await buying.begin(4);
    expect((await rows())[0]?.stock).toBe(6);
    await importText('id,stock\noud,20\n');
    expect((await rows())[0]?.stock).toBe(20);
    await buying.hear(reference, SUCCESS);
    expect((await rows())[0]).toMatchObject({ stock: 20, soldCount: 4 });
    await buying.hear(await buying.begin(3), { ...SUCCESS, status: 'failed' });
    await expectSound();
    const { rows: book } = await shop.services.db.execute(
      sql`select kind, stock from stock_movements where product_id = 'oud' and order_id is null order by id`,
    );
    expect(book).toEqual([
      { kind: 'opening', stock: 10 },
      { kind: 'correction', stock: 14 },
    ]);
  });

  test('a bottle sold while the file was read is not sold again', async () => {
    await importText('id,name,price,stock\noud,Oud,10000,10\n');
    const { db } = shop.services;
    // The sale is under way when the import comes to lock: it waits, then compares with what is left.
    const sold = Promise.withResolvers<void>();
    const selling = db.transaction(async (transaction) => {
      await transaction.execute(sql`update products set stock = stock - 1 where id = 'oud'`);
      await sold.promise;
    });
    const importing = importText('id,price\noud,20000\n');
    await waitForLock();
    sold.resolve();
    await Promise.all([selling, importing]);
    expect((await rows())[0]).toMatchObject({ stock: 9, priceKobo: 2_000_000 });
    await expectSound();
  });

  async function waitForLock(): Promise<void> {
    for (;;) {
      const { rows: waiting } = await shop.services.db.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (waiting.length > 0) return;
    }
  }
});

describe('export', () => {
  const nasty = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...'=+-@\t\r\n",;|\\\'’ẹọṣ₦😀é\u0301\u200F\u2028 a1＝'),
        maxLength: 30,
      }),
    )
    .filter((text) => !text.includes('\0') && text.isWellFormed())
    .map((text) => text.trim());
  const filled = nasty.filter((text) => text !== '' && text.length <= 60);

  test.each(['csv', 'jsonl'] as const)(
    'as %s, taken in again, makes no difference',
    async (format) => {
      const list = fc.uniqueArray(filled, { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(filled, nasty, list, list), { minLength: 1, maxLength: 5 }),
          async (made) => {
            await shop.services.db.delete(products);
            const lines = made.map(([name, description, tags, notes], index) =>
              JSON.stringify({
                id: `p-${index}`,
                name,
                description,
                tags,
                notes_heart: notes,
                price: index + 0.29,
              }),
            );
            const { faults } = await importText(lines.join('\n'), { format: 'jsonl' });
            expect(faultLines(faults)).toEqual([]);
            const stored = await rows();
            expect(stored.map((row) => [row.name, row.description, row.tags])).toEqual(
              made.map(([name, description, tags]) => [name, description, tags]),
            );
            const report = await importText(await exportText(format), {
              format,
              deleteMissing: true,
            });
            expect([report.unchanged, faultLines(report.faults)]).toEqual([made.length, []]);
            expect(await rows()).toEqual(stored);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  test('of the demo and a synthetic catalogue, taken in again, makes no difference', async () => {
    const { db } = shop.services;
    const fragrances = await readFragrances();
    await writeCatalogue(db, (transaction) =>
      insertProducts(
        transaction,
        fragrances.map((fragrance, index) =>
          product({
            id: `demo-${index}`,
            name: fragrance.name,
            brand: fragrance.brand,
            notes: fragrance.notes,
            tags: fragrance.tags,
            discountType: fragrance.discount?.type ?? null,
            discountAmount: fragrance.discount?.amount ?? null,
            // PostgreSQL's own clock has microseconds.
            ...(fragrance.discount
              ? { discountExpiresAt: new Date('2030-01-01T10:20:30.456Z') }
              : {}),
            source: 'demo',
          }),
        ),
      ),
    );
    await db.execute(
      sql`update products set discount_expires_at = discount_expires_at + interval '789 microseconds'`,
    );
    await synthesize(db, { count: 300, seed: 5 });
    const before = await traces();
    for (const format of ['csv', 'jsonl'] as const) {
      const report = await importText(await exportText(format), { format, deleteMissing: true });
      expect(report).toMatchObject({
        unchanged: fragrances.length + 300,
        changed: 0,
        added: 0,
        removed: 0,
      });
      expect(report.faults.count).toBe(0);
    }
    expect(await traces()).toEqual(before);
  });
});

describe('pictures', () => {
  const picture = (width: number, background = '#b4632d') =>
    sharp({ create: { width, height: 30, channels: 3, background } });
  const imagesOf = async (id: string) =>
    (await shop.get(`/api/product/${id}`)).body.product.images as string[];
  const sizesOf = async (id: string) =>
    (
      (await shop.get(`/api/product/${id}`)).body.product.pictures as {
        width: number;
        height: number;
      }[]
    ).map(({ width, height }) => [width, height]);

  test('files beside the list, in order; turned as the camera was held; the same again changes nothing', async () => {
    await mkdir(join(folder, 'shots'), { recursive: true });
    await picture(40).png().toFile(join(folder, 'shots/a|b.png'));
    await picture(41).withMetadata({ orientation: 6 }).jpeg().toFile(join(folder, 'turned.jpg'));
    await picture(42).avif().toFile(join(folder, 'c.avif'));
    await picture(43).webp().toFile(join(folder, 'd.webp'));
    const text = 'id,name,price,pictures\noud,Oud,1,shots/a\\|b.png|turned.jpg|c.avif|./d.webp\n';
    expect(await importText(text)).toMatchObject({ added: 1, pictures: { files: 4, fetched: 0 } });
    expect(await sizesOf('oud')).toEqual([
      [40, 30],
      [30, 41],
      [42, 30],
      [43, 30],
    ]);
    const [first = ''] = await imagesOf('oud');
    const answer = await shop.app.request(first);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const before = await traces();
    expect(await importText(text)).toMatchObject({ unchanged: 1 });
    expect(await importText(await exportText())).toMatchObject({
      unchanged: 1,
      pictures: { files: 0 },
    });
    expect(await traces()).toEqual(before);
    const [{ updatedAt } = { updatedAt: new Date() }] = await rows();
    expect(await importText('id,pictures\noud,d.webp|c.avif\n')).toMatchObject({ changed: 1 });
    expect(await sizesOf('oud')).toEqual([
      [43, 30],
      [42, 30],
    ]);
    expect((await rows())[0]?.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    await importText('id,pictures\noud,\n');
    expect(await imagesOf('oud')).toEqual([]);
  });

  test('what they show: at their places, kept with the picture, gone when they are emptied', async () => {
    for (const [name, width] of [
      ['a', 50],
      ['b', 51],
      ['c', 52],
    ] as const) {
      await picture(width)
        .png()
        .toFile(join(folder, `${name}.png`));
    }
    const alts = async () =>
      ((await shop.get('/api/product/oud')).body.product.pictures as { alt?: string }[]).map(
        ({ alt }) => alt,
      );
    const start = 'id,name,price,pictures,picture_alts\noud,Oud,1,a.png|b.png,';
    await importText(`${start}A gold cap||\n`);
    expect(await alts()).toEqual(['A gold cap', undefined]);
    const [{ updatedAt } = { updatedAt: new Date() }] = await rows();
    expect(await importText('id,picture_alts\noud,"|The ""box"""\n')).toMatchObject({
      changed: 1,
    });
    expect(await alts()).toEqual([undefined, 'The "box"']);
    expect((await rows())[0]?.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    // Its words go with a picture, wherever a list without the column puts it.
    await importText('id,pictures\noud,c.png|b.png\n');
    expect(await alts()).toEqual([undefined, 'The "box"']);
    await importText('id,pictures\noud,b.png|c.png\n');
    expect(await alts()).toEqual(['The "box"', undefined]);
    await importText('id,price\noud,2\n');
    expect(await alts()).toEqual(['The "box"', undefined]);

    const before = await traces();
    expect(await importText(await exportText())).toMatchObject({ unchanged: 1 });
    expect(await traces()).toEqual(before);
    const refused = await importText('id,picture_alts\noud,one|two|three\n');
    expect(refused.faults.shown).toEqual([
      {
        row: 2,
        column: 'picture_alts',
        message: 'has more texts than there are pictures: leave some out',
      },
    ]);
    expect(await traces()).toEqual(before);
    await importText('id,picture_alts\noud,\n');
    expect(await alts()).toEqual([undefined, undefined]);
  });

  test('what is no picture, too large, or lies elsewhere', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'turare-outside-'));
    await picture(9).png().toFile(join(outside, 'secret.png'));
    await symlink(join(outside, 'secret.png'), join(folder, 'link.png'));
    await writeFile(join(folder, 'no.jpg'), 'not a picture');
    await writeFile(join(folder, 'drawn.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const whole = await picture(400).png({ compressionLevel: 0 }).toBuffer();
    await writeFile(join(folder, 'cut.png'), whole.subarray(0, whole.length / 2));
    await writeFile(join(folder, 'large.png'), Buffer.alloc(20_000_001));
    await sharp({ create: { width: 8000, height: 6251, channels: 3, background: '#fff' } })
      .png()
      .toFile(join(folder, 'wide.png'));
    const names = [
      'no.jpg',
      'drawn.svg',
      'cut.png',
      'large.png',
      'wide.png',
      'link.png',
      `../${outside.split('/').at(-1)}/secret.png`,
      '/etc/hostname',
      'shots',
      'file:///etc/passwd',
    ];
    await mkdir(join(folder, 'shots'), { recursive: true });
    const text = names.map((name, n) => `p-${n},P,1,${name}\n`).join('');
    const { faults, written } = await importText(`id,name,price,pictures\n${text}`);
    expect(written).toBe(false);
    expect(faults.shown.map(({ message }) => message.replace(/^names .*?, which /, ''))).toEqual([
      expect.stringMatching(/^is no JPEG, PNG, WebP or AVIF/),
      expect.stringMatching(/^is no JPEG, PNG, WebP or AVIF/),
      expect.stringMatching(/^is damaged or cut short/),
      'is larger than 20 MB: make it smaller',
      'has more than 50 million pixels: make it smaller',
      expect.stringMatching(/^lies outside the folder/),
      expect.stringMatching(/^lies outside the folder/),
      expect.stringMatching(/^lies outside the folder/),
      'is no file',
      expect.stringMatching(/does not begin with https/),
    ]);
    await rm(outside, { recursive: true, force: true });
  });

  test('by web address: once an import, and not again while it is the same there', async () => {
    const asked: IncomingMessage[] = [];
    let current = await picture(50).png().toBuffer();
    const server = createServer((request, response) => {
      asked.push(request);
      const etag = `"${current.length}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag, 'content-type': 'text/plain' }).end(current);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = `id,name,price,pictures\na,A,1,${origin}/x\nb,B,1,${origin}/x|${origin}/y\n`;
    const run = (options = {}) => importText(text, { intake: intake(origin), ...options });
    expect((await importText(text)).faults.count).toBe(3);
    expect(await run({ dryRun: true })).toMatchObject({ added: 2, pictures: { fetched: 2 } });
    expect(asked).toHaveLength(2);
    expect(await run()).toMatchObject({ added: 2, pictures: { fetched: 2, unchanged: 0 } });
    expect(asked).toHaveLength(4);
    const before = await traces();
    expect(await run()).toMatchObject({
      unchanged: 2,
      pictures: { fetched: 0, unchanged: 2, bytes: 0 },
    });
    expect(await traces()).toEqual(before);
    current = await picture(51, '#111111').png().toBuffer();
    current = Buffer.concat([current, Buffer.alloc(7)]);
    expect(await run()).toMatchObject({ changed: 2, pictures: { fetched: 2 } });
    expect(await sizesOf('a')).toEqual([[51, 30]]);
    server.close();
  });

  test('a failed import keeps no file by halves', async () => {
    const originals = await readdir(join(shop.dataDir, 'media/originals'));
    expect(originals.filter((name) => name.includes('part'))).toEqual([]);
  });
});

describe('npm run catalogue', () => {
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, ['scripts/catalogue/main.ts', ...args], {
      env: { ...process.env, DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  test('import, export, set and check', { timeout: 90_000 }, async () => {
    const file = join(folder, 'two.csv');
    await writeFile(file, `\uFEFF${TWO.replaceAll(',', ';').replaceAll('\n', '\r\n')}`);
    expect(await run('check', file)).toEqual({
      code: 0,
      stdout: '2 rows, no fault.\n',
      stderr: '',
    });
    expect(await run('import', file)).toEqual({
      code: 0,
      stdout: '2 rows: 2 new, 0 changed, 0 unchanged, 0 removed.\n',
      stderr: '',
    });
    const out = join(folder, 'out.jsonl');
    expect(await run('export', out)).toMatchObject({ code: 0, stdout: `Written to ${out}.\n` });
    expect(await readFile(out, 'utf8')).toContain('"tags":["rose","oud"]');
    const [printed, again] = await Promise.all([run('export'), run('import', out)]);
    expect(printed.stdout).toBe(await exportText());
    expect(again.stdout).toBe('2 rows: 0 new, 0 changed, 2 unchanged, 0 removed.\n');

    expect(await run('set', 'oud', 'price=440,000', 'stock=12', 'discount=15%')).toEqual({
      code: 0,
      stdout:
        'changed  oud\n           price: 450000 → 440000\n           discount: (empty) → 15%\n           stock: 5 → 12\n',
      stderr: '',
    });
    expect(await run('set', 'oud', 'stock=12')).toMatchObject({ stdout: 'oud is so already.\n' });
    expect(await run('set', 'ouds', 'stock=12')).toEqual({
      code: 1,
      stdout: '',
      stderr: "There is no product 'ouds'. Did you mean 'oud'?\n",
    });
    expect(await run('set', 'oud', 'stock=-1', 'prize=1')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^There is no column 'prize'.*\nstock is '-1'/),
    });
  });

  test('faults go to standard error, with exit code 1', { timeout: 90_000 }, async () => {
    const file = join(folder, 'bad.csv');
    await writeFile(file, 'id,name,price\nx,X,1\ny,Y,\n');
    expect(await run('import', file)).toEqual({
      code: 1,
      stdout: '1 fault in 2 rows. Nothing was written.\n',
      stderr: expect.stringMatching(/^row 3, price must not be empty: write naira such as/),
    });
    expect(await run('check', file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^row 3, price/),
    });
    expect(await rows()).toEqual([]);
    expect(await run('import', '--partial', file)).toMatchObject({
      code: 1,
      stdout: '2 rows: 1 new, 0 changed, 0 unchanged, 0 removed.\n1 fault in 2 rows.\n',
    });
    expect(await run('import', join(folder, 'none.csv'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no file'),
    });
  });
});
