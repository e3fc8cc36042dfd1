import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOldChanges, readVersion, recordDiscounts } from '#backend/publishing/changes.ts';
import { stockLabel } from '#domain/products/stock.ts';
import { openShop, product, type TestShop } from '../shop.harness.ts';

const HASHES = ['a'.repeat(40), 'b'.repeat(40)];
let shop: TestShop;
let other: pg.Client;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'a' }), product({ id: 'b', stock: 5 })] });
  other = new pg.Client({ connectionString: shop.databaseUrl });
  await other.connect();
  for (const hash of HASHES) {
    await run(
      `insert into media (hash, mime, width, height, color) values ('${hash}', 'image/png', 8, 8, '#000000')`,
    );
  }
  await run(`insert into product_pictures values ('a', 0, '${HASHES[0]}')`);
});
afterAll(async () => {
  await other.end();
  await shop.close();
});

const run = (statement: string) => shop.services.db.execute(sql.raw(statement));
/** Counts the changes that these statements record, each in its own transaction. */
async function recorded(...statements: string[]): Promise<number> {
  const before = await shop.changes();
  for (const statement of statements) await run(statement);
  return (await shop.changes()) - before;
}

describe('a change is recorded', () => {
  test.each([
    ["name = 'Other'"],
    ["brand = 'Brand'"],
    ['price_kobo = 5'],
    ["discount_type = 'fixed', discount_amount = 5"],
    ['discount_amount = 6'],
    ["discount_expires_at = '2099-01-01'"],
    ["description = 'Warm'"],
    ["tags = '{oud}'"],
    ["categories = '{Men}'"],
    ['notes = \'{"top":[],"heart":[],"base":["Oud"]}\''],
    ["concentration = 'Extrait'"],
    ['size_ml = 50'],
    ["created_at = '2026-02-02'"],
  ])('once for %s', async (set) => {
    const change = `update products set ${set} where id = 'a'`;
    expect(await recorded(change)).toBe(1);
    expect(await recorded(change)).toBe(0);
  });

  test.each(['ratings = 4.5, num_reviews = 3', "source = 'demo'", 'updated_at = now()'])(
    'not for %s',
    async (set) => {
      expect(await recorded(`update products set ${set}`)).toBe(0);
    },
  );

  test.each(['sold_count = sold_count + 1', 'reserved = 1', 'reserved = 0'])(
    'not for %s',
    async (set) => {
      expect(await recorded(`update stock set ${set}`)).toBe(0);
    },
  );

  test('for stock that changes the label', async () => {
    const stocks = [0, 1, 2, 9, 10, 11, 12, 5000];
    for (const from of stocks) {
      await run(`update stock set on_hand = ${from} where product_id = 'a'`);
      for (const to of stocks) {
        const count = await recorded(`update stock set on_hand = ${to} where product_id = 'a'`);
        expect([from, to, count]).toEqual([from, to, stockLabel(from) === stockLabel(to) ? 0 : 1]);
        await run(`update stock set on_hand = ${from} where product_id = 'a'`);
      }
    }
  });

  test('for pictures, their data, and shipping places', async () => {
    const [first, second] = HASHES;
    expect(await recorded(`update product_pictures set media_hash = '${second}'`)).toBe(1);
    expect(await recorded(`update product_pictures set media_hash = '${second}'`)).toBe(0);
    expect(await recorded(`insert into product_pictures values ('a', 1, '${first}')`)).toBe(1);
    expect(await recorded(`update product_pictures set alt = 'A cap'`)).toBe(1);
    expect(await recorded(`update product_pictures set alt = 'A cap'`)).toBe(0);
    expect(await recorded(`update media set width = 9`)).toBe(1);
    expect(await recorded(`update media set recipe = hash, width = 9`)).toBe(0);
    expect(await recorded(`delete from product_pictures where position = 1`)).toBe(1);
    expect(await recorded(`update shipping_places set amount_kobo = 1 where place = 'Kano'`)).toBe(
      1,
    );
    expect(await recorded(`update shipping_places set amount_kobo = amount_kobo`)).toBe(0);
    expect(await recorded(`delete from shipping_places where place = 'Kano'`)).toBe(1);
  });

  test('for products that are added or removed, but not for statements without effect', async () => {
    expect(await recorded(`insert into products (id, name, price_kobo) values ('n', 'N', 1)`)).toBe(
      1,
    );
    expect(await recorded(`delete from products where id = 'n'`)).toBe(1);
    expect(
      await recorded(
        `delete from products where id = 'n'`,
        `update products set name = 'x' where id = 'n'`,
        `insert into products (id, name, price_kobo) select id, name, 1 from products on conflict do nothing`,
      ),
    ).toBe(0);
  });

  test('once for an import of many, and not for one that changes nothing', async () => {
    // One row first: its query plan must not be reused for ten thousand.
    await run(`insert into products (id, name, price_kobo) values ('one', 'One', 1)`);
    await run(`update products set price_kobo = 2 where id = 'one'`);
    await run(
      `insert into products (id, name, price_kobo, description) select 'm' || n, 'M' || n, n, repeat('x', 600) from generate_series(1, 10000) n`,
    );
    const began = performance.now();
    expect(await recorded(`update products set price_kobo = price_kobo where id like 'm%'`)).toBe(
      0,
    );
    const same = performance.now() - began;
    expect(
      await recorded(`update products set price_kobo = price_kobo + 1 where id like 'm%'`),
    ).toBe(1);
    console.log(`10,000 rows updated without a change: ${same.toFixed(0)} ms`);
    // Comparing each with each would take minutes. A busy machine took 2.4 s.
    expect(same).toBeLessThan(30_000);
    expect(await recorded(`delete from products where id like 'm%'`)).toBe(1);
  });

  test('not if it is rolled back', async () => {
    const before = await shop.changes();
    await other.query('begin');
    await other.query(`update products set name = 'Never' where id = 'a'`);
    await other.query('rollback');
    expect(await shop.changes()).toBe(before);
  });
});

test('the version grows even if the first change commits last, and when old rows are removed', async () => {
  const { db } = shop.services;
  await other.query('begin');
  await other.query(`update products set name = 'Late' where id = 'a'`);
  await run(`do $$ begin
    for price in 1..1100 loop update products set price_kobo = price where id = 'b'; end loop;
  end $$`);
  const before = await shop.changes();
  await forgetOldChanges(db);
  expect(await shop.changes()).toBe(before);
  await other.query('commit');
  expect(await shop.changes()).toBe(before + 1);
  await Promise.all([forgetOldChanges(db), forgetOldChanges(db), forgetOldChanges(db)]);
  expect(await shop.changes()).toBe(before + 1);
  const { rows } = await run('select count(*)::int as count from catalogue_changes');
  expect(rows).toEqual([{ count: 1000 }]);
});

describe('the end of a discount', () => {
  const give = (id: string, end: string) =>
    run(
      `update products set discount_type = 'percentage', discount_amount = 10, discount_expires_at = ${end} where id = '${id}'`,
    );
  /** Pretends that the last look was at this time. */
  const lookedAt = (moment: string) =>
    run(`update catalogue_record set discounts_until = ${moment}`);

  test('is recorded once by several processes', async () => {
    await give('a', `now() - interval '1 minute'`);
    await lookedAt(`now() - interval '1 hour'`);
    const before = await shop.changes();
    await Promise.all(Array.from({ length: 8 }, () => recordDiscounts(shop.services.db)));
    expect(await shop.changes()).toBe(before + 1);
  });

  test('is one change together with others that ended while no process ran', async () => {
    await give('a', `now() - interval '3 days'`);
    await give('b', `now() - interval '2 days'`);
    await lookedAt(`now() - interval '4 days'`);
    const before = await shop.changes();
    expect(await recordDiscounts(shop.services.db)).toBeNull();
    expect(await recordDiscounts(shop.services.db)).toBeNull();
    expect(await shop.changes()).toBe(before + 1);
  });

  test('is waited for, the earliest first', async () => {
    await give('a', `now() + interval '2 hours'`);
    await give('b', `now() + interval '1 hour'`);
    const before = await shop.changes();
    const wait = (await recordDiscounts(shop.services.db)) ?? 0;
    expect(wait / 60_000).toBeGreaterThan(59);
    expect(wait / 60_000).toBeLessThan(61);
    expect(await shop.changes()).toBe(before);
  });

  test('is ignored for a discount of zero', async () => {
    await run(`update products set discount_amount = 0 where discount_amount > 0`);
    await run(`update products set discount_expires_at = now()`);
    await lookedAt(`now() - interval '1 hour'`);
    expect(await recordDiscounts(shop.services.db)).toBeNull();
  });
});

test('no two states of the catalogue have the same version, even if a failover loses a change', async () => {
  const { db } = shop.services;
  await run(`update products set price_kobo = 777 where id = 'a'`);
  const lost = await readVersion(db);
  await run(`delete from catalogue_changes where id = (select max(id) from catalogue_changes)`);
  await run(`update products set price_kobo = 118 where id = 'a'`);
  const now = await readVersion(db);
  expect(now.changes).toBe(lost.changes);
  expect(now.version).not.toBe(lost.version);
});

describe('the beginning of a discount', () => {
  const product = async () => (await shop.get('/api/product/a')).body.product;
  const live = async () => (await shop.get('/api/live?ids=a')).body.products[0];
  const built = async () =>
    String((await shop.get('/api/catalogue/snapshot')).body)
      .split('\n')
      .map((line) => JSON.parse(line || '{}'))
      .find(({ id }) => id === 'a');
  const beginAt = (moment: string) =>
    run(`update products set discount_type = 'fixed', discount_amount = 10, discount_starts_at = ${moment},
      discount_expires_at = now() + interval '1 day' where id = 'a'`);

  test('is the first moment at which anybody learns of it', async () => {
    await run('update products set discount_type = null, discount_amount = null');
    await beginAt(`now() + interval '1 hour'`);
    for (const read of [product, live, built]) expect((await read()).discount).toBeNull();
    await beginAt(`now() - interval '1 second'`);
    for (const read of [product, live, built]) {
      expect((await read()).discount).toMatchObject({ type: 'fixed', amount: 10 });
    }
  });

  test('is recorded once it has begun, and dates the page', async () => {
    await run('update products set discount_type = null, discount_amount = null');
    await beginAt(`now() - interval '1 minute'`);
    await run(`update catalogue_record set discounts_until = now() - interval '1 hour'`);
    const before = await shop.changes();
    // The end, tomorrow, is what it waits for now.
    expect((await recordDiscounts(shop.services.db)) ?? 0).toBeGreaterThan(23 * 3_600_000);
    expect(await shop.changes()).toBe(before + 1);
  });

  test('is waited for', async () => {
    await run('update products set discount_type = null, discount_amount = null');
    await beginAt(`now() + interval '2 hours'`);
    const wait = (await recordDiscounts(shop.services.db)) ?? 0;
    expect(Math.round(wait / 60_000)).toBe(120);
  });
});
