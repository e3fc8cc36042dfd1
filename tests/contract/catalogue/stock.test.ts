import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inSession } from '#backend/db/connect.ts';
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
  test('that is set while units are reserved is what is on hand, and the ledger agrees', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const buying = purchases(shop, paystack);
    const reference = await buying.begin(4);
    expect(await shop.rows()).toMatchObject([{ stock: 6 }]);
    await shop.importText('id,stock\noud,20\n');
    expect(await shop.rows()).toMatchObject([{ stock: 16 }]);
    await buying.hear(reference, SUCCESS);
    expect(await shop.rows()).toMatchObject([{ stock: 16, soldCount: 4 }]);
    await buying.hear(await buying.begin(3), { ...SUCCESS, status: 'failed' });
    expect(await shop.rows()).toMatchObject([{ stock: 16, soldCount: 4 }]);
    await shop.expectSound();
    const { rows: ledger } = await shop.services.db.execute(
      sql`select kind, on_hand, reserved from stock_movements where product_id = 'oud' and order_id is null order by id`,
    );
    expect(ledger).toEqual([
      { kind: 'opening', on_hand: 10, reserved: 0 },
      { kind: 'correction', on_hand: 10, reserved: 0 },
    ]);
  });

  test('of 0 stays 0 when a reservation ends', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const buying = purchases(shop, paystack);
    const reference = await buying.begin(4);
    await shop.importText('id,stock\noud,0\n');
    expect(await shop.rows()).toMatchObject([{ stock: 0 }]);
    await buying.hear(reference, { ...SUCCESS, status: 'failed' });
    expect(await shop.rows()).toMatchObject([{ stock: 0 }]);
    await shop.expectSound();
  });

  test('is changed by a signed number, and never to less than 0', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\nnew,New,1,+3\n');
    await shop.importText('id,stock\noud,+12\n');
    await shop.importText('id,stock\noud,-2\n');
    expect(await shop.rows()).toMatchObject([
      { id: 'new', stock: 3 },
      { id: 'oud', stock: 20 },
    ]);
    const { faults, written } = await shop.importText('id,stock\noud,-21\n');
    expect([written, faults.shown]).toEqual([
      false,
      [{ row: 2, column: 'stock', message: expect.stringContaining('is changed by more') }],
    ]);
    await shop.expectSound();
  });

  test.each(['csv', 'jsonl'] as const)(
    'keeps what was sold between export and import as %s',
    async (format) => {
      await shop.importText('id,name,price,stock\noud,Oud,10000,10\nmusk,Musk,10000,10\n');
      const file = await shop.exportText(format);
      await purchases(shop, paystack).pay(3);
      const edited = file.replace(/(oud.*?)10(\D+)10/, '$122$210');
      expect(edited).not.toBe(file);
      expect(await shop.importText(file, { format })).toMatchObject({ changed: 0, written: true });
      expect(await shop.rows()).toMatchObject([{ stock: 10 }, { stock: 7 }]);
      await shop.importText(edited, { format });
      expect(await shop.rows()).toMatchObject([{ stock: 10 }, { stock: 19 }]);
      await shop.expectSound();
    },
  );

  test('that was exported is imported into a shop that lacks the product', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const file = await shop.exportText();
    await shop.empty();
    await shop.importText(file);
    expect(await shop.rows()).toMatchObject([{ stock: 10 }]);
    await shop.expectSound();
  });

  test('that was exported needs the stock column, too', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const { faults } = await shop.importText('id,stock_was\noud,10\n');
    expect(faults.shown).toMatchObject([{ column: 'stock_was' }]);
  });

  test('does not sell a unit again that was sold while the file was read', async () => {
    await shop.importText('id,name,price,stock\noud,Oud,10000,10\n');
    const { db } = shop.services;
    // The import waits for the sale's lock, then compares with what is left.
    const sold = Promise.withResolvers<void>();
    const selling = db.transaction(async (transaction) => {
      await transaction.execute(
        sql`update stock set on_hand = on_hand - 1 where product_id = 'oud'`,
      );
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
          // Only a superuser sees what another role waits for. Tests connect as one by the direct address.
          (
            await inSession(shop.services.db, (session) =>
              session.execute(
                sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
              ),
            )
          ).rows.length,
        { interval: 10 },
      )
      .toBeGreaterThan(0);
});
