import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { done } from '#backend/base/result.ts';
import { deleteProducts } from '#backend/products/lifecycle/deletion.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { products } from '#backend/products/tables.ts';
import { staffActions } from '#backend/staff/action-tables.ts';
import { signUp } from '../accounts/account.harness.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { BOLA, orderBody } from '../shop.harness.ts';

/** Products that leave the shop: by delete, and by an import with --delete-missing. */
const paystack = createFakePaystack();
let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop({ paystack });
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

const file = (count: number) =>
  `id,name,price,stock\n${Array.from({ length: count }, (_, n) => `p${n},P ${n},10000,9\n`).join('')}`;
const ids = async () => (await shop.rows()).map(({ id }) => id);

describe('delete', () => {
  test('names what is deleted, too, and keeps orders and the books right', async () => {
    await shop.importText(file(3));
    const ada = await signUp(shop, 'ada@example.com');
    await shop.post('/api/review/p1', { rating: 5, comment: 'Warm' }, ada.auth);
    const begin = async () =>
      (await shop.post('/api/payment/initialize', orderBody([['p1', 10_000, 2]]))).body.data
        .reference as string;
    const [paid] = [await begin()];
    paystack.become(paid, SUCCESS);
    await shop.get(`/api/payment/verify/${paid}`);
    const pending = await begin();
    const order = { actor: BOLA, dryRun: true };
    const wanted = [
      { id: 'p1', name: 'P 1', reviews: 1, ownPictures: 0, unpaidOrders: 1, reserved: 2 },
    ];
    expect(await deleteProducts(shop.services.db, ['p1'], order)).toEqual(done(wanted));
    expect(await ids()).toEqual(['p0', 'p1', 'p2']);
    expect(await deleteProducts(shop.services.db, ['p1'], { actor: BOLA })).toEqual(done(wanted));
    expect(await ids()).toEqual(['p0', 'p2']);
    expect((await shop.get('/api/product/p1')).status).toBe(404);
    paystack.become(pending, SUCCESS);
    await shop.get(`/api/payment/verify/${pending}`);
    await shop.expectSound();
    const actions = await shop.services.db
      .select()
      .from(staffActions)
      .where(eq(staffActions.subject, 'p1'));
    expect(actions).toMatchObject([{ action: 'product.delete', recordedBy: 'Bola' }]);
  });

  test('deletes all or none', async () => {
    await shop.importText(file(2));
    const answer = await deleteProducts(shop.services.db, ['p0', 'q1'], { actor: BOLA });
    expect(answer).toMatchObject({ ok: false, refusal: { code: 'not_found' } });
    expect(answer.ok || answer.refusal.message).toMatch(
      /^There is no product 'q1'\..*\nNothing was changed\.$/,
    );
    expect(await ids()).toEqual(['p0', 'p1']);
  });
});

describe('an import with --delete-missing', () => {
  const without = (count: number, of: number) =>
    file(of)
      .split('\n')
      .slice(0, of - count + 1)
      .join('\n');

  test('asks before it removes more than a tenth and more than a handful; the answer no removes nothing', async () => {
    await shop.importText(file(59));
    const asked: number[][] = [];
    const answer = (yes: boolean) => async (removed: number, of: number) => {
      asked.push([removed, of]);
      return yes;
    };
    const remove = (count: number, yes: boolean) =>
      shop.importText(without(count, 59), { deleteMissing: true, onRemoval: answer(yes) });
    expect(await remove(6, false)).toMatchObject({ written: false, removed: 0 });
    expect(await ids()).toHaveLength(59);
    // While somebody decides, the shop keeps selling.
    const thinking = shop.importText(without(6, 59), {
      deleteMissing: true,
      onRemoval: async () => {
        await shop.services.db.update(stock).set({ onHand: 3 }).where(eq(stock.productId, 'p0'));
        return true;
      },
    });
    expect(await thinking).toMatchObject({ written: true, removed: 6, changed: 1 });
    expect(asked).toEqual([[6, 59]]);
    expect(await ids()).toHaveLength(53);
    await shop.expectSound();
  });

  test('does not ask for a tenth of a large catalogue, or for a handful of a small one', async () => {
    const never = async () => expect.fail('it asked');
    await shop.importText(file(60));
    const many = await shop.importText(without(6, 60), { deleteMissing: true, onRemoval: never });
    expect(many.removed).toBe(6);
    await shop.empty();
    await shop.importText(file(6));
    const few = await shop.importText(without(5, 6), { deleteMissing: true, onRemoval: never });
    expect(few.removed).toBe(5);
  });
});

describe('an import warns of free products, at the cell', () => {
  const HEAD = 'id,name,price,stock,discount\n';

  test('in new rows and in those that change a part', async () => {
    const report = await shop.importText(
      `${HEAD}free,Free,0,1,\nwhole,Whole,100,1,100%\nfixed,Fixed,100,1,100\nsold,Sold,100,1,99.99\n`,
    );
    expect(report.written).toBe(true);
    expect(report.warnings.shown.map(({ row, column }) => [row, column])).toEqual([
      [2, 'price'],
      [3, 'discount'],
      [4, 'discount'],
    ]);
    const cheaper = await shop.importText('id,discount\nsold,100%\n');
    expect(cheaper.warnings.shown).toMatchObject([{ row: 2, column: 'discount' }]);
    await shop.services.db.delete(products);
  });
});
