import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { lockPurchase } from '#backend/orders/purchases.ts';
import { release } from '#backend/orders/stock.ts';
import { orderItems, orders } from '#backend/orders/tables.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { products, redirects } from '#backend/products/tables.ts';
import { promotions } from '#backend/promotions/tables.ts';
import { changeFacts, readFactsNow } from '#backend/shop/change.ts';
import { editFields } from '#backend/shop/edit.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { signUp } from '../accounts/account.harness.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { make } from '../promotions/promotions.harness.ts';
import { BOLA, orderBody } from '../shop.harness.ts';

/** A product whose id changes. */
const paystack = createFakePaystack();
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop({ paystack });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.empty();
  await shop.services.db.delete(redirects);
  await shop.importText(
    'id,name,brand,price,stock,tags\nold,Old Oud,Tom Ford,10000,9,rose\nother,Other,Dior,10000,9,rose\n',
  );
});

const move = (from: string, to: string) => changeId(shop.services.db, from, to, { by: 'Bola' });
const moved = async () =>
  Object.fromEntries(
    (await shop.get('/api/catalogue/redirects')).body.redirects.map(
      ({ from, to }: { from: string; to: string }) => [from, to],
    ),
  );
const begin = async (...lines: [string, number, number][]) =>
  (await shop.post('/api/payment/initialize', orderBody(lines))).body.data.reference as string;
const version = () => shop.changes();
const items = () => shop.services.db.select().from(orderItems).orderBy(asc(orderItems.orderId));

describe('a new id', () => {
  test('keeps stock, ledger, reviews, search and orders, and the books stay right', async () => {
    const ada = await signUp(shop, 'ada@example.com');
    await shop.post('/api/review/old', { rating: 4, comment: 'Warm' }, ada.auth);
    const [paid, pending, late] = [
      await begin(['old', 10_000, 1]),
      await begin(['old', 10_000, 2]),
      await begin(['old', 10_000, 3]),
    ];
    paystack.become(paid, SUCCESS);
    await shop.get(`/api/payment/verify/${paid}`);
    const before = await version();
    await move('old', 'tom-ford-oud');
    expect(await version()).toBeGreaterThan(before);
    expect(await shop.rows()).toMatchObject([
      { id: 'other' },
      { id: 'tom-ford-oud', stock: 3, soldCount: 1, numReviews: 1 },
    ]);
    expect((await shop.get('/api/review/tom-ford-oud')).body).toMatchObject([{ comment: 'Warm' }]);
    const found = (await shop.get('/api/product?search=oud')).body.products;
    expect(found).toMatchObject([{ id: 'tom-ford-oud' }]);
    // Ordered items keep their name and price. Only the reference follows.
    expect((await items()).map(({ productId, name }) => [productId, name])).toEqual(
      Array.from({ length: 3 }, () => ['tom-ford-oud', 'Old Oud']),
    );
    paystack.become(pending, SUCCESS);
    await shop.get(`/api/payment/verify/${pending}`);
    paystack.become(late, { status: 'failed' });
    await shop.get(`/api/payment/verify/${late}`);
    await shop.expectSound();
    const done = await shop.services.db
      .select()
      .from(staffActions)
      .where(eq(staffActions.action, 'product.rename'));
    expect(done).toMatchObject([{ subject: 'old', renamedTo: 'tom-ford-oud', recordedBy: 'Bola' }]);
  });

  test('keeps the old id working for reviews: an older page lists them, and accepts a new one', async () => {
    const ada = await signUp(shop, 'ada-reviews@example.com');
    const bola = await signUp(shop, 'bola-reviews@example.com');
    await shop.post('/api/review/old', { rating: 4, comment: 'Warm' }, ada.auth);
    await move('old', 'new');
    expect((await shop.get('/api/review/old')).body).toMatchObject([{ comment: 'Warm' }]);
    const written = await shop.post('/api/review/old', { rating: 2, comment: 'Cold' }, bola.auth);
    expect(written).toMatchObject({ status: 200, body: { comment: 'Cold' } });
    expect((await shop.get('/api/review/new')).body).toMatchObject([
      { comment: 'Cold' },
      { comment: 'Warm' },
    ]);
    expect((await shop.get('/api/product/old')).body.product).toMatchObject({ numReviews: 2 });
    // Another product may have the id one day. Then it belongs to that one.
    await shop.importText('id,name,brand,price,stock\nold,Another,Dior,10000,9\n');
    expect((await shop.get('/api/review/old')).body).toEqual([]);
    await shop.services.db.update(products).set({ status: 'hidden' });
    expect((await shop.get('/api/review/old')).status).toBe(404);
    expect((await shop.get('/api/review/new')).status).toBe(404);
  });

  test('keeps the old id working for details, live figures, and a device’s order', async () => {
    await move('old', 'new');
    expect((await shop.get('/api/product/old')).body.product).toMatchObject({ id: 'new' });
    expect((await shop.get('/api/live?ids=old,other,new')).body.products).toMatchObject([
      { id: 'old', movedTo: 'new', price: 10_000, qtyAvailable: 9 },
      { id: 'other' },
      { id: 'new', price: 10_000, qtyAvailable: 9 },
    ]);
    expect((await shop.get('/api/lookup?ids=old')).body.products).toMatchObject([
      { id: 'old', movedTo: 'new', price: 10_000, qtyAvailable: 9 },
    ]);
    await begin(['old', 10_000, 2]);
    expect(await items()).toMatchObject([{ productId: 'new', quantity: 2 }]);
    await shop.expectSound();
  });

  test('moves whatever names only this product: promotions, and the shop’s gift wrapping', async () => {
    const { db } = shop.services;
    const id = (await make(shop, { for: 'products', names: 'other|OLD', code: 'OLD' })).id;
    await changeFacts(db, BOLA, ({ folder, facts }) =>
      editFields(folder, facts, { giftWrapping: 'old' }),
    );
    await move('old', 'new');
    const [promotion] = await db.select().from(promotions).where(eq(promotions.id, id));
    expect(promotion?.scope).toEqual({ of: 'products', names: ['other', 'new'] });
    expect((await readFactsNow(db)).facts.giftWrapping).toBe('new');
    const named = { items: [{ productId: 'new', quantity: 1 }], code: 'OLD' };
    expect((await shop.post('/api/promotions/quote', named)).body.discount).toBe(1000);
  });

  test('merges order lines with both ids, and adds up their units', async () => {
    await move('old', 'new');
    const answer = await shop.post(
      '/api/payment/initialize',
      orderBody([
        ['old', 10_000, 5],
        ['new', 10_000, 5],
      ]),
    );
    expect(answer.body).toMatchObject({
      code: 'cart_changed',
      message: expect.stringContaining('Of Old Oud only 9 are left.'),
      current: { items: [{ productId: 'old' }, { productId: 'new' }] },
    });
    await begin(['old', 10_000, 2], ['new', 10_000, 3]);
    expect(await items()).toMatchObject([{ productId: 'new', quantity: 5 }]);
    await shop.expectSound();
  });

  test('creates no chain and no loop of redirects', async () => {
    await move('old', 'second');
    await move('second', 'third');
    expect(await moved()).toEqual({
      '/products/old': '/products/third',
      '/products/second': '/products/third',
    });
    await move('third', 'old');
    expect(await moved()).toEqual({
      '/products/second': '/products/old',
      '/products/third': '/products/old',
    });
    expect((await shop.get('/api/product/third')).body.product.id).toBe('old');
  });

  test('ends its redirect when a new product takes the old one', async () => {
    await move('old', 'new');
    const { warnings } = await shop.importText('id,name,price,stock\nold,Another,500,1\n');
    // It may be an old list of the same products.
    expect(warnings.shown).toMatchObject([{ row: 2, column: 'id' }]);
    expect(warnings.shown[0]?.message).toMatch(/^is the former id of 'new'/);
    expect(await moved()).toEqual({});
    expect((await shop.get('/api/product/old')).body.product.name).toBe('Another');
  });

  test.each([
    ['old', 'other', "There is a product 'other' already. Nothing was changed."],
    ['old', 'old', "'old' is its id already. Nothing was changed."],
    ['olde', 'new', "There is no product 'olde'. Did you mean 'old'?\nNothing was changed."],
    ['old', 'New Oud', /^The new id may contain only small letters/],
    ['old', '', 'The new id must not be empty. Nothing was changed.'],
  ])('from %j to %j is refused', async (from, to, sentence) => {
    const answer = await move(from, to);
    expect(answer.ok || answer.refusal.message).toMatch(sentence);
    expect((await shop.rows()).map(({ id }) => id)).toEqual(['old', 'other']);
    expect(await moved()).toEqual({});
  });

  test('waits for an order that has read its lines, and loses no unit', async () => {
    await begin(['old', 10_000, 2]);
    const { db } = shop.services;
    const [order] = await db.select().from(orders);
    const id = order?.id ?? '';
    let renaming: Promise<unknown> | undefined;
    await db.transaction(async (transaction) => {
      await lockPurchase(transaction, id);
      let renamed = false;
      renaming = move('old', 'new').then(() => {
        renamed = true;
      });
      // It is under way, as far as it gets.
      await vi.waitFor(async () => {
        const { rows } = await db.execute<{
          waits: boolean;
        }>(sql`select exists (select from pg_locks
          where not granted and database = (select oid from pg_database where datname = current_database())) as waits`);
        expect(renamed || rows[0]?.waits).toBe(true);
      }, 20_000);
      await release(transaction, id);
      await transaction.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, id));
    });
    await renaming;
    expect(await shop.rows()).toMatchObject([{ id: 'new', stock: 9 }, { id: 'other' }]);
    await shop.expectSound();
  });

  test('runs beside orders in progress, and loses no unit', async () => {
    const references: string[] = [];
    const sell = async () => {
      for (let n = 0; n < 12; n++) {
        const { body } = await shop.post(
          '/api/payment/initialize',
          orderBody([['old', 10_000, 1]], { email: `shopper${n}@example.com` }),
        );
        const reference = body.data?.reference;
        if (!reference) continue;
        references.push(reference);
        if (n % 2) paystack.become(reference, SUCCESS);
        else paystack.become(reference, { status: 'failed' });
        await shop.get(`/api/payment/verify/${reference}`);
      }
    };
    const rename = async () => {
      for (const [from, to] of [
        ['old', 'second'],
        ['second', 'third'],
        ['third', 'old'],
      ] as const) {
        await move(from, to);
      }
    };
    await Promise.all([sell(), sell(), rename()]);
    expect(references.length).toBeGreaterThan(0);
    await shop.expectSound();
  });
});
