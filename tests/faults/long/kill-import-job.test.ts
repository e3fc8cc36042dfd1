import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { startImport, undoImport } from '#backend/products/files/jobs/imports.ts';
import { findImport } from '#backend/products/files/jobs/queries.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import { bytesOf, until, value } from '../../contract/imports/imports.harness.ts';
import { BOLA } from '../../contract/shop.harness.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { type ApiProcess, startApi } from '../api-process.ts';
import { obstruct } from '../obstacle.ts';

/**
 * `kill -9` of the API while it reads an uploaded file, writes it and undoes it. The next process does the step again,
 * once. Until then the shop is as it was.
 */

const ROWS = 2000;
const CHANGED = 50;

let database: FreshDatabase;
let db: ReturnType<typeof connect>;
let dataDir: string;
let api: ApiProcess | undefined;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.url);
  dataDir = await mkdtemp(join(tmpdir(), 'turare-kill-import-job-'));
  await db.pool.query(`
    with added as (
      insert into products (id, name, price_kobo) select 'old-' || n, 'Old ' || n, 100 from generate_series(1, ${CHANGED}) n
      returning id
    ) insert into stock (product_id, on_hand) select id, 1 from added`);
});
afterAll(async () => {
  await api?.kill();
  await db.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns what an import changes in the shop. */
async function catalogue(): Promise<unknown> {
  const { rows } = await db.pool.query(`select
    (select json_agg(json_build_array(p.id, name, price_kobo, on_hand) order by p.id)
      from products p join stock on product_id = p.id) as products,
    (select json_agg(json_build_array(from_path, to_path) order by from_path) from redirects) as redirects`);
  return rows[0];
}

/** Returns the stored rows of the import itself. */
async function records(): Promise<unknown> {
  const { rows } = await db.pool.query(`select
    (select json_object_agg(kind, count) from (select kind, count(*) from import_rows group by 1) k) as preview,
    (select json_object_agg(kind, count) from (select kind, count(*) from import_products group by 1) k) as written,
    (select count(*)::int from import_products where undone) as undone`);
  return rows[0];
}

test('whatever is killed, an import is read, written and undone once', {
  timeout: 300_000,
}, async () => {
  const port = await freePort();
  const start = () => startApi(port, { DATABASE_URL: database.url, DATA_DIR: dataDir });
  const changed = Array.from({ length: CHANGED }, (_, n) => `old-${n + 1},Newer ${n},2,9\n`);
  const added = Array.from({ length: ROWS }, (_, n) => `new-${n},New ${n},1,5\n`);
  const file = `id,name,price,stock\n${changed.join('')}${added.join('')}`;
  const id = value(
    await receiveUpload(db.db, bytesOf(file), { fileName: 'products.csv', actor: BOLA }),
  );
  const see = async () => value(await findImport(db.db, id, BOLA)).import;
  const before = await catalogue();

  /** Kills the API where a lock holds it up, and lets another one end the step. */
  async function killAt(statement: string, state: string): Promise<void> {
    const [known, was] = [await catalogue(), await records()];
    const obstacle = await obstruct(database.url, statement);
    api = await start();
    await obstacle.reached();
    await api.kill();
    await obstacle.remove();
    expect(await catalogue()).toEqual(known);
    expect(await records()).toEqual(was);
    api = await start();
    await until(async () => (await see()).state === state);
    await api.stop();
  }

  await killAt('lock table import_rows in share mode', 'asking');
  const preview = { new: ROWS, changed: CHANGED };
  expect(await records()).toMatchObject({ preview, written: null });
  expect(await catalogue()).toEqual(before);

  value(await startImport(db.db, id, { actor: BOLA, version: (await see()).version }));
  await killAt('lock table stock_movements in share mode', 'done');
  expect(await records()).toMatchObject({ written: preview, undone: 0 });
  expect((await see()).totals).toMatchObject({ new: ROWS, changed: CHANGED });
  const { rows } =
    await db.pool.query(`select count(*)::int as products, sum(on_hand)::int as units,
    count(*) filter (where name like 'New%')::int as changed from products join stock on product_id = id`);
  expect(rows).toEqual([
    { products: ROWS + CHANGED, units: ROWS * 5 + CHANGED * 9, changed: ROWS + CHANGED },
  ]);

  value(await undoImport(db.db, id, { actor: BOLA }));
  await killAt('lock table redirects in share mode', 'undone');
  expect(await records()).toMatchObject({ undone: ROWS + CHANGED });
  expect((await see()).totals).toMatchObject({ undone: ROWS + CHANGED, kept: 0 });
  expect(await catalogue()).toEqual(before);
});
