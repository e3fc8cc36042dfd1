import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { purchases } from '../orders/purchases.harness.ts';
import { type CatalogueShop, openCatalogueShop } from './catalogue.harness.ts';

const paystack = createFakePaystack();
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop({ paystack });
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

describe('stock', () => {
  test('is what can still be bought when it is set while units are reserved, and the books agree', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const buying = purchases(shop, paystack);
    const reference = await buying.begin(4);
    expect((await shop.rows())[0]?.stock).toBe(6);
    await shop.importText('id,stock\noud,20\n');
    expect((await shop.rows())[0]?.stock).toBe(20);
    await buying.hear(reference, SUCCESS);
    expect((await shop.rows())[0]).toMatchObject({ stock: 20, soldCount: 4 });
    await buying.hear(await buying.begin(3), { ...SUCCESS, status: 'failed' });
    await shop.expectSound();
    const { rows: book } = await shop.services.db.execute(
      sql`select kind, stock from stock_movements where product_id = 'oud' and order_id is null order by id`,
    );
    expect(book).toEqual([
      { kind: 'opening', stock: 10 },
      { kind: 'correction', stock: 14 },
    ]);
  });

  test('does not sell a unit again that was sold while the file was read', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const { db } = shop.services;
    // The import waits for the sale's lock, then compares with what is left.
    const sold = Promise.withResolvers<void>();
    const selling = db.transaction(async (transaction) => {
      await transaction.execute(sql`update products set stock = stock - 1 where id = 'oud'`);
      await sold.promise;
    });
    const importing = shop.importText('id,price\noud,20000\n');
    await waitForLock();
    sold.resolve();
    await Promise.all([selling, importing]);
    expect((await shop.rows())[0]).toMatchObject({ stock: 9, priceKobo: 2_000_000 });
    await shop.expectSound();
  });

  const waitForLock = () =>
    expect
      .poll(
        async () =>
          (
            await shop.services.db.execute(
              sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows.length,
        { interval: 10, timeout: 60_000 },
      )
      .toBeGreaterThan(0);
});
