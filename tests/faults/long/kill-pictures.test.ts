import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { startImport } from '#backend/products/files/jobs/imports.ts';
import { findImport, picturesOf } from '#backend/products/files/jobs/queries.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import {
  bytesOf,
  picture,
  servePictures,
  until,
  value,
} from '../../contract/imports/imports.harness.ts';
import { BOLA } from '../../contract/shop.harness.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { type ApiProcess, startApi } from '../api-process.ts';

/**
 * 414 pictures from a slow server that sometimes answers 404, a page or 40 MB, and `kill -9` of the API during the
 * downloads. Products are on sale at once, and in the end each picture is there or broken with its reason.
 */

const COUNT = 414;
const SLOW_MS = 150;

let database: FreshDatabase;
let db: ReturnType<typeof connect>;
let dataDir: string;
let server: Awaited<ReturnType<typeof servePictures>>;
let api: ApiProcess | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'turare-kill-pictures-'));
  const pictures = await Promise.all(
    ['#f80808', '#0808f8', '#08f808'].map((color) => picture(color, 400)),
  );
  server = await servePictures((path, response) => {
    const n = Number(/\d+/.exec(path));
    setTimeout(() => {
      if (n % 20 === 1) response.writeHead(404).end();
      else if (n % 20 === 2) response.end('<!doctype html><p>Sign in');
      else if (n % 20 === 3) response.writeHead(200, { 'content-length': 40_000_000 }).write('x');
      // Each its own picture: bytes after the end of a PNG are not read.
      else response.end(Buffer.concat([pictures[n % 3] ?? Buffer.alloc(0), Buffer.from(path)]));
    }, SLOW_MS);
  });
});
afterAll(async () => {
  await api?.kill();
  server.close();
  await db.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const isBroken = (n: number) => [1, 2, 3].includes(n % 20);

test('414 pictures arrive, whatever is killed', { timeout: 600_000 }, async () => {
  const port = await freePort();
  const start = () =>
    startApi(port, { DATABASE_URL: database.url, DATA_DIR: dataDir, PICTURE_HOSTS: server.origin });
  api = await start();
  const rows = Array.from(
    { length: COUNT },
    (_, n) => `p-${n},Product ${n},1000,5,${server.origin}/${n}.png`,
  );
  const file = `id,name,price,stock,pictures\n${rows.join('\n')}\n`;
  const upload = { fileName: 'many.csv', actor: BOLA };
  const id = value(await receiveUpload(db.db, bytesOf(file), upload));
  const see = async () => value(await findImport(db.db, id, BOLA));
  await until(async () => (await see()).import.state === 'asking');
  const { version } = (await see()).import;
  value(await startImport(db.db, id, { actor: BOLA, version }));
  await until(async () => (await see()).import.state === 'done');
  const list = await fetch(`${api.url}/api/product`);
  expect(await list.json()).toMatchObject({ total: COUNT });
  for (const reached of [60, 200]) {
    await until(async () => (await see()).pictures.there >= reached);
    await api.kill();
    api = await start();
  }
  await until(async () => (await see()).pictures.waiting === 0);
  const numbers = Array.from({ length: COUNT }, (_, n) => n);
  const wanted = numbers.filter((n) => !isBroken(n));
  const { rows: shown } = await db.pool.query(
    'select product_id, count(*)::int as count from product_pictures group by 1',
  );
  expect(new Map(shown.map((row) => [row.product_id, row.count]))).toEqual(
    new Map(wanted.map((n) => [`p-${n}`, 1])),
  );
  const pages = await Promise.all(
    [0, 50].map((offset) => picturesOf(db.db, id, BOLA, { state: 'broken', offset })),
  );
  const broken = pages.flatMap(value);
  expect(broken.map(({ row }) => row)).toEqual(numbers.filter(isBroken).map((n) => n + 2));
  for (const { row, reason } of broken) {
    expect(reason).toMatch(
      [/404/, /not a JPEG/, /larger than 20 MB/][((row - 2) % 20) - 1] ?? /^$/,
    );
  }
});
