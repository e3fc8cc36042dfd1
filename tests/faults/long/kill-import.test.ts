import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { obstruct } from '../obstacle.ts';

/** `kill -9` of an import while it writes. The catalogue stays unchanged, and the next import succeeds. */

const ROWS = 2000;
let database: FreshDatabase;
let client: pg.Client;
let folder: string;
let file: string;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  folder = await mkdtemp(join(tmpdir(), 'turare-kill-import-'));
  file = join(folder, 'products.csv');
  await client.query(`
    with added as (
      insert into products (id, name, price_kobo) select 'old-' || n, 'Old ' || n, 100 from generate_series(1, 50) n returning id
    ) insert into stock (product_id, on_hand) select id, 1 from added`);
  await client.query(`insert into media (hash, mime, width, height, color)
    values (repeat('a', 40), 'image/jpeg', 1, 1, '#000000')`);
  const changed = Array.from(
    { length: 50 },
    (_, n) => `old-${n + 1},Newer ${n},2,9,/media/${'a'.repeat(40)}\n`,
  );
  const added = Array.from({ length: ROWS }, (_, n) => `new-${n},New ${n},1,5,\n`);
  await writeFile(file, `id,name,price,stock,pictures\n${changed.join('')}${added.join('')}`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const traces = async () => {
  const { rows } = await client.query(`select
    (select json_agg(p order by id) from products p) as products,
    (select json_agg(s order by product_id) from stock s) as stock,
    (select count(*) from product_pictures) as pictures, (select count(*) from stock_movements) as movements,
    (select count(*) from product_words) as words, (select count(*) from catalogue_changes) as changes`);
  return rows[0];
};
const startImport = (): ChildProcess =>
  spawn(process.execPath, ['scripts/catalogue/main.ts', 'import', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder },
  });

test.each([
  ['everything but the pictures is written', 'lock table product_pictures in share mode'],
  ['the rows to change are being locked', "select from products where id = 'old-7' for update"],
  ['the new rows are next', 'lock table stock_movements in share mode'],
])('killed when %s', async (_, statement) => {
  const before = await traces();
  const obstacle = await obstruct(database.url, statement);
  const child = startImport();
  const ended = once(child, 'exit');
  await obstacle.reached();
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  await obstacle.remove();
  expect(await traces()).toEqual(before);
});

test('the next import succeeds', async () => {
  const [code] = await once(startImport(), 'exit');
  expect(code).toBe(0);
  const { rows } = await client.query(`select count(*)::int as products,
    count(*) filter (where name like 'New%')::int as written, (select count(*)::int from product_pictures) as pictures
    from products`);
  expect(rows).toEqual([{ products: ROWS + 50, written: ROWS + 50, pictures: 50 }]);
});
