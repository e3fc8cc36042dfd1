import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

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

  test('are read from files, in order and upright; the same again changes nothing', async () => {
    await mkdir(join(shop.folder, 'shots'), { recursive: true });
    await picture(40).png().toFile(join(shop.folder, 'shots/a|b.png'));
    await picture(41)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toFile(join(shop.folder, 'turned.jpg'));
    await picture(42).avif().toFile(join(shop.folder, 'c.avif'));
    await picture(43).webp().toFile(join(shop.folder, 'd.webp'));
    const text = 'id,name,price,pictures\noud,Oud,1,shots/a\\|b.png|turned.jpg|c.avif|./d.webp\n';
    expect(await shop.importText(text)).toMatchObject({
      added: 1,
      pictures: { files: 4, fetched: 0 },
    });
    expect(await sizesOf('oud')).toEqual([
      [40, 30],
      [30, 41],
      [42, 30],
      [43, 30],
    ]);
    const [first = ''] = await imagesOf('oud');
    const answer = await shop.app.request(first);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const before = await shop.traces();
    expect(await shop.importText(text)).toMatchObject({ unchanged: 1 });
    expect(await shop.importText(await shop.exportText())).toMatchObject({
      unchanged: 1,
      pictures: { files: 0 },
    });
    expect(await shop.traces()).toEqual(before);
    const [{ updatedAt } = { updatedAt: new Date() }] = await shop.rows();
    expect(await shop.importText('id,pictures\noud,d.webp|c.avif\n')).toMatchObject({ changed: 1 });
    expect(await sizesOf('oud')).toEqual([
      [43, 30],
      [42, 30],
    ]);
    expect((await shop.rows())[0]?.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    await shop.importText('id,pictures\noud,\n');
    expect(await imagesOf('oud')).toEqual([]);
  });

  test('are read from a folder that was copied from another shop, by the names in its export', async () => {
    await picture(44).png().toFile(join(shop.folder, 'own.png'));
    await shop.importText('id,name,price,pictures\noud,Oud,1,own.png\n');
    const text = await shop.exportText();
    await shop.empty();
    await shop.services.db.execute(sql`delete from media`);
    expect(await shop.importText(text)).toMatchObject({ added: 1, faults: { count: 0 } });
    const [image = ''] = await imagesOf('oud');
    expect((await shop.app.request(image)).status).toBe(200);
    expect(await sizesOf('oud')).toEqual([[44, 30]]);
  });

  test('appear once, even if the file has them twice under different names; its export changes nothing', async () => {
    await picture(44).png().toFile(join(shop.folder, 'one.png'));
    await picture(44).png().toFile(join(shop.folder, 'same.png'));
    await picture(45).png().toFile(join(shop.folder, 'two.png'));
    const text = 'id,name,price,stock,pictures\noud,Oud,1,1,one.png|two.png|same.png\n';
    expect(await shop.importText(text)).toMatchObject({ added: 1 });
    expect(await sizesOf('oud')).toEqual([
      [44, 30],
      [45, 30],
    ]);
    expect(await shop.importText(text)).toMatchObject({ unchanged: 1 });
    expect(await shop.importText(await shop.exportText())).toMatchObject({ unchanged: 1 });
  });

  test('have alternative texts by position, which stay with the picture until they are cleared', async () => {
    for (const [name, width] of [
      ['a', 50],
      ['b', 51],
      ['c', 52],
    ] as const) {
      await picture(width)
        .png()
        .toFile(join(shop.folder, `${name}.png`));
    }
    const alts = async () =>
      ((await shop.get('/api/product/oud')).body.product.pictures as { alt?: string }[]).map(
        ({ alt }) => alt,
      );
    const start = 'id,name,price,pictures,picture_alts\noud,Oud,1,a.png|b.png,';
    await shop.importText(`${start}A gold cap||\n`);
    expect(await alts()).toEqual(['A gold cap', undefined]);
    const [{ updatedAt } = { updatedAt: new Date() }] = await shop.rows();
    expect(await shop.importText('id,picture_alts\noud,"|The ""box"""\n')).toMatchObject({
      changed: 1,
    });
    expect(await alts()).toEqual([undefined, 'The "box"']);
    expect((await shop.rows())[0]?.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime());
    // Without the column a picture keeps its text, at any position.
    await shop.importText('id,pictures\noud,c.png|b.png\n');
    expect(await alts()).toEqual([undefined, 'The "box"']);
    await shop.importText('id,pictures\noud,b.png|c.png\n');
    expect(await alts()).toEqual(['The "box"', undefined]);
    await shop.importText('id,price\noud,2\n');
    expect(await alts()).toEqual(['The "box"', undefined]);

    const before = await shop.traces();
    expect(await shop.importText(await shop.exportText())).toMatchObject({ unchanged: 1 });
    expect(await shop.traces()).toEqual(before);
    const refused = await shop.importText('id,picture_alts\noud,one|two|three\n');
    expect(refused.faults.shown).toEqual([
      {
        row: 2,
        column: 'picture_alts',
        message: 'has more texts than there are pictures: remove some',
      },
    ]);
    expect(await shop.traces()).toEqual(before);
    await shop.importText('id,picture_alts\noud,\n');
    expect(await alts()).toEqual([undefined, undefined]);
  });

  test('are refused if they are not pictures, too large, or outside the folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'turare-outside-'));
    await picture(9).png().toFile(join(outside, 'secret.png'));
    await symlink(join(outside, 'secret.png'), join(shop.folder, 'link.png'));
    await writeFile(join(shop.folder, 'no.jpg'), 'not a picture');
    await writeFile(join(shop.folder, 'drawn.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const whole = await picture(400).png({ compressionLevel: 0 }).toBuffer();
    await writeFile(join(shop.folder, 'cut.png'), whole.subarray(0, whole.length / 2));
    await writeFile(join(shop.folder, 'large.png'), Buffer.alloc(20_000_001));
    await sharp({ create: { width: 8000, height: 6251, channels: 3, background: '#fff' } })
      .png()
      .toFile(join(shop.folder, 'wide.png'));
    await sharp({ create: { width: 8, height: 40_000, channels: 3, background: '#fff' } })
      .png()
      .toFile(join(shop.folder, 'tall.png'));
    const names = [
      'no.jpg',
      'drawn.svg',
      'cut.png',
      'large.png',
      'wide.png',
      'tall.png',
      'link.png',
      `../${outside.split('/').at(-1)}/secret.png`,
      '/etc/hostname',
      'shots',
      'file:///etc/passwd',
    ];
    await mkdir(join(shop.folder, 'shots'), { recursive: true });
    const text = names.map((name, n) => `p-${n},P,1,${name}\n`).join('');
    const { faults, written } = await shop.importText(`id,name,price,pictures\n${text}`);
    expect(written).toBe(false);
    expect(faults.shown.map(({ message }) => message.replace(/^names .*?, which /, ''))).toEqual([
      expect.stringMatching(/^is not a JPEG, PNG, WebP or AVIF/),
      expect.stringMatching(/^is not a JPEG, PNG, WebP or AVIF/),
      expect.stringMatching(/^is damaged or cut short/),
      'is larger than 20 MB: make it smaller',
      'has more than 50 million pixels: make it smaller',
      'is 8 × 40000 pixels: make both sides at most 16,383 pixels long',
      expect.stringMatching(/^is outside the folder/),
      expect.stringMatching(/^is outside the folder/),
      expect.stringMatching(/^is outside the folder/),
      'is not a file',
      expect.stringMatching(/does not begin with https/),
    ]);
    await rm(outside, { recursive: true, force: true });
  });

  test('are fetched from the web once per import, and not again while unchanged', async () => {
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
    const run = (options = {}) =>
      shop.importText(text, { intake: shop.intake(origin), ...options });
    expect((await shop.importText(text)).faults.count).toBe(3);
    expect(await run({ dryRun: true })).toMatchObject({ added: 2, pictures: { fetched: 2 } });
    expect(asked).toHaveLength(2);
    expect(await run()).toMatchObject({ added: 2, pictures: { fetched: 2, unchanged: 0 } });
    expect(asked).toHaveLength(4);
    const before = await shop.traces();
    expect(await run()).toMatchObject({
      unchanged: 2,
      pictures: { fetched: 0, unchanged: 2, bytes: 0 },
    });
    expect(await shop.traces()).toEqual(before);
    current = await picture(51, '#111111').png().toBuffer();
    current = Buffer.concat([current, Buffer.alloc(7)]);
    expect(await run()).toMatchObject({ changed: 2, pictures: { fetched: 2 } });
    expect(await sizesOf('a')).toEqual([[51, 30]]);
    server.close();
  });

  test('are fetched while no transaction is open', async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const bytes = await picture(77).jpeg().toBuffer();
    const server = createServer(async (_, response) => {
      asked.resolve();
      await release.promise;
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const slow = shop.importText(`id,name,price,pictures\nslow,Slow,1,${origin}/a.jpg\n`, {
      intake: shop.intake(origin),
    });
    await asked.promise;
    const { rows: open } = await shop.services.db.execute(sql`
      select state from pg_stat_activity
      where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
        and backend_type = 'client backend'`);
    expect(open).toEqual([]);
    expect(await shop.importText('id,name,price\nquick,Quick,1\n')).toMatchObject({ added: 1 });
    release.resolve();
    expect(await slow).toMatchObject({ added: 1, pictures: { fetched: 1 } });
    server.close();
  });

  test('of a failed import leave no product and no partial file', async () => {
    await picture(61).png().toFile(join(shop.folder, 'good.png'));
    await writeFile(join(shop.folder, 'bad.png'), 'not a picture');
    const { faults } = await shop.importText('id,name,price,pictures\nz,Z,1,good.png|bad.png\n');
    expect(faults.shown).toMatchObject([{ row: 2, column: 'pictures' }]);
    expect(await shop.rows()).toEqual([]);
    const originals = await readdir(join(shop.dataDir, 'media/originals'));
    expect(originals.filter((name) => name.includes('part'))).toEqual([]);
  });
});
