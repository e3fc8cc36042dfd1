import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import type { LookUp } from '#backend/media/download.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { importWork } from '#backend/products/files/jobs/import-work.ts';
import { picturesOf } from '#backend/products/files/jobs/queries.ts';
import { BOLA } from '../shop.harness.ts';
import {
  type ImportShop,
  openImportShop,
  picture,
  servePictures,
  value,
} from './imports.harness.ts';

/** Pictures by address: products are on sale at once, and each picture comes later or is named with its reason. */

const answers: Parameters<typeof servePictures>[0][] = [];
let server: Awaited<ReturnType<typeof servePictures>>;
let shop: ImportShop;
let red: Buffer;
let blue: Buffer;
beforeAll(async () => {
  server = await servePictures((...asked) => answers.at(-1)?.(...asked));
  shop = await openImportShop({ PICTURE_HOSTS: server.origin });
  [red, blue] = await Promise.all([picture('#f80808'), picture('#0808f8')]);
});
afterAll(async () => {
  server.close();
  await shop.close();
});
afterEach(async () => {
  await shop.empty();
  await shop.services.db.execute(sql`truncate imports cascade`);
  server.asked.length = 0;
});

const db = () => shop.services.db;
const serve = () =>
  answers.push((path, response) => {
    if (path.includes('red')) response.end(red);
    else if (path.includes('blue')) response.end(blue);
    else if (path.includes('page')) response.end('<html>');
    else if (path.includes('busy')) response.writeHead(503).end();
    else if (path.includes('moved')) response.writeHead(302, { location: '/red.png' }).end();
    else response.writeHead(404).end();
  });
const fileOf = (...rows: string[]) =>
  `id,name,price,pictures\n${rows.map((row) => `${row}\n`).join('')}`.replaceAll(
    '@',
    `${server.origin}/`,
  );
const shown = async () => {
  const { rows } = await db().execute<{ id: string; color: string }>(sql`
    select product_id as id, color from product_pictures join media on hash = media_hash order by product_id, position`);
  return rows.map(({ id, color }) => `${id} ${color}`);
};
const broken = async (id: string) =>
  value(await picturesOf(db(), id, BOLA, { state: 'broken' })).map(({ row, reason }) => [
    row,
    reason,
  ]);

test('come in the order of the file, and broken ones are named with row and reason', async () => {
  serve();
  const file = fileOf(
    'a,A,1,@red.png|@blue.png',
    'b,B,1,@none.png|@blue.png',
    'c,C,1,@page.png',
    'd,D,1,@moved.png',
  );
  const { import: done } = await shop.whole(file);
  expect([done.state, done.totals?.pictures]).toEqual(['done', 6]);
  expect((await shop.rows()).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect([await shown(), server.asked]).toEqual([[], []]);
  await shop.work(1);
  expect(await shown()).toEqual(['a #f80808', 'a #0808f8', 'b #0808f8']);
  expect(await broken(done.id)).toEqual([
    [3, expect.stringContaining('answered 404')],
    [4, expect.stringMatching(/not a JPEG/)],
    [5, expect.stringContaining('redirects to another address')],
  ]);
  expect((await shop.see(done.id)).pictures).toMatchObject({
    all: 6,
    there: 3,
    broken: 3,
    waiting: 0,
  });
  const traces = await shop.traces();
  expect((await shop.whole(file)).import.totals).toMatchObject({ new: 0, changed: 0 });
  await shop.work(1);
  expect(await shop.traces()).toEqual(traces);
  await shop.expectSound();
});

test('that wait are tried again, while the other products are on sale', async () => {
  serve();
  const { import: done } = await shop.whole(fileOf('a,A,1,@busy.png|@red.png'));
  await shop.work(1);
  expect(await shown()).toEqual(['a #f80808']);
  expect((await shop.see(done.id)).pictures).toMatchObject({ waiting: 1, there: 1 });
  answers.push((_, response) => response.end(blue));
  await db().execute(sql`update import_pictures set next_at = now()`);
  await shop.work(1);
  expect(await shown()).toEqual(['a #0808f8', 'a #f80808']);
  // Four pauses; after the last one it is broken.
  serve();
  const { import: other } = await shop.whole(fileOf('b,B,1,@busy.png'));
  for (let at = 0; at < 5; at++) {
    await db().execute(sql`update import_pictures set next_at = now()`);
    await shop.work(1);
  }
  expect(await broken(other.id)).toEqual([[2, expect.stringContaining('answered 503')]]);
});

test('replace a product’s existing ones only once all have arrived', async () => {
  serve();
  await shop.whole(fileOf('a,A,1,@red.png'));
  await shop.work(1);
  await shop.whole(fileOf('a,A,1,@blue.png|@none.png'));
  await shop.work(1);
  expect(await shown()).toEqual(['a #f80808']);
  await shop.whole(fileOf('a,A,1,@blue.png|@red.png'));
  expect(await shown()).toEqual(['a #f80808']);
  await shop.work(1);
  expect(await shown()).toEqual(['a #0808f8', 'a #f80808']);
});

test('do not replace pictures that somebody else has set since', async () => {
  serve();
  const hers = await shop.services.media.add(blue);
  const { import: done } = await shop.whole(fileOf('a,A,1,@red.png'));
  const cells = { pictures: `/media/${hers}` };
  expect((await editProduct(db(), 'a', { cells, actor: BOLA, intake: shop.intake() })).ok).toBe(
    true,
  );
  await shop.work(1);
  expect(await shown()).toEqual(['a #0808f8']);
  expect((await shop.see(done.id)).pictures).toMatchObject({ dropped: 1 });
});

test('are never fetched from a private address, whatever was agreed to', async () => {
  serve();
  const { port } = new URL(server.origin);
  const hosts: Record<string, string> = {
    'inside.example': '127.0.0.1',
  };
  const looked: string[] = [];
  const lookUp: LookUp = async (host) => {
    looked.push(host);
    return [{ address: hosts[host] ?? '10.0.0.1', family: 4 }];
  };
  const rows = [
    'inside.example',
    '127.0.0.1',
    '[::1]',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
  ].map((host, at) => `p${at},P,1,https://${host}:${port}/red.png`);
  // Without the setting: only consent.
  const strict = importWork({
    db: db(),
    calls: db(),
    place: { media: shop.services.media, objects: shop.pictures },
    hosts: readPictureHosts(''),
    origins: [],
    log: () => {},
    lookUp,
  });
  const signal = new AbortController().signal;
  const id = await shop.upload(fileOf(...rows));
  const asked = await shop.see(id);
  expect(asked.import.view?.hosts).toHaveLength(5);
  expect(asked.import.view?.asks).toHaveLength(5);
  await shop.answer(id, { pictures: 'fetch' });
  const started = await shop.start(id);
  expect(started.import.hosts).toHaveLength(5);
  await strict.tasks[1]?.round(signal);
  const reasons = await broken(id);
  expect(reasons).toHaveLength(5);
  for (const [, reason] of reasons) expect(reason).toContain('not on the public internet');
  expect(looked).toEqual(['inside.example']);
  expect(server.asked).toEqual([]);
});
