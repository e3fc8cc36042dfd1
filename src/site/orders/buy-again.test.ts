import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeShopChanges } from '#config/shop.ts';
import type { LookupProduct } from '#contract/product.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { listExtensions } from '#site/client/extensions.harness.ts';

const [askLinked, ask] = vi.hoisted(() => [vi.fn(), vi.fn()] as const);
vi.mock('#site/cart/link/ask-linked.ts', () => ({ askLinked }));
vi.mock('#site/client/ask.ts', () => ({ ask }));
useTestStorageEngine();
const { buyAgain } = await import('./buy-again.ts');
const { keepItems, $cart } = await import('#site/cart/cart-store.ts');

const line = (productId: string, change = {}) => ({
  ...{ productId, name: `Old ${productId}`, price: 1000, image: '', quantity: 1 },
  ...change,
});
const product = (id: string, change: Partial<LookupProduct> = {}): LookupProduct => ({
  ...{ id, name: id, price: 1000, discount: null, qtyAvailable: 9, image: '' },
  ...change,
});
const sells = (...products: LookupProduct[]) => askLinked.mockResolvedValue({ products });
const item = (id: string, quantity: number): CartItem => ({
  ...{ id, name: id, price: 900, image: '', qtyAvailable: 9 },
  quantity,
});
const units = () => Object.fromEntries($cart.get().items.map((each) => [each.id, each.quantity]));

beforeEach(() => {
  listExtensions('product.set', 'order.receipt');
  vi.stubGlobal('dispatchEvent', () => true);
  cleanTestStorage();
  keepItems([]);
  takeShopChanges({ giftWrapping: 'wrap' });
});
afterEach(() => {
  takeShopChanges({});
  vi.unstubAllGlobals();
});

it('fills the cart by today’s prices and stock, and says what has changed', async () => {
  sells(
    product('same'),
    product('dearer', { price: 1500.5 }),
    product('few', { qtyAvailable: 2 }),
    product('out', { qtyAvailable: 0 }),
    product('retired', { retired: true }),
    product('box', { choose: 3 }),
    product('former', { movedTo: 'present' }),
  );
  const asked = ['same', 'dearer', 'out', 'retired', 'box', 'former', 'gone'];
  const { count, says } = await buyAgain([
    ...asked.map((id) => line(id)),
    line('few', { quantity: 5 }),
    line('wrap'),
    line('gift', { price: 0 }),
    line(''),
  ]);
  expect(units()).toEqual({ same: 1, dearer: 1, few: 2, present: 1 });
  expect(count).toBe(4);
  expect(says).toEqual([
    'In your cart at today’s prices: 4 items of this order.',
    'dearer: It costs ₦1,500.50 now. It was ₦1,000.',
    'out: It is sold out, so it is left out.',
    'retired: We no longer sell it. It is left out.',
    'box: Choose what is in it on its page. It is left out.',
    'Old gone: We no longer sell it. It is left out.',
    'few: Only 2 left instead of 5.',
    'Old wrap: Choose it at the checkout. It is left out.',
    'Old gift: It came free with this order. It is left out.',
    'Old : We do not know it any more. It is left out.',
  ]);
  expect(askLinked).toHaveBeenCalledWith([...asked, 'few']);
});

it('says what a set contains now, if that has changed', async () => {
  const parts: Record<string, string> = { trio: 'a b', duo: 'b c' };
  ask.mockImplementation(async (path: string) => {
    const id = path.replace('/api/product/', '');
    return { body: { product: { name: `Oil ${id.toUpperCase()}`, parts: parts[id] } } };
  });
  sells(product('trio'), product('duo'), product('plain'));
  const facts = 'Attar · Oil A, Oil B';
  const { says } = await buyAgain([
    line('trio', { facts }),
    line('duo', { facts }),
    line('plain', { facts: 'Eau de Parfum · 50 ml' }),
  ]);
  expect(says.slice(1)).toEqual(['duo: Its contents have changed. In the box: Oil B, Oil C.']);
  // A plain product costs no call.
  expect(ask.mock.calls.map(([path]) => path)).not.toContain('/api/product/plain');
});

it('leaves the cart as it was if nothing can be bought, or the shop does not answer', async () => {
  keepItems([item('rose', 2)]);
  sells();
  expect((await buyAgain([line('gone')])).says[0]).toBe('Nothing of this order can be bought now.');
  askLinked.mockResolvedValue({ failure: 'FETCH_ERROR' });
  expect(await buyAgain([line('oud')])).toEqual({
    count: 0,
    says: [
      'The shop could not be reached. Please check your connection, then try again. Your cart is as it was.',
    ],
  });
  expect(units()).toEqual({ rose: 2 });
});

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const some = fc.array(fc.record({ id: ids, quantity: fc.integer({ min: 1, max: 12 }) }), {
  maxLength: 6,
});
const stock = fc.dictionary(ids, fc.integer({ min: 0, max: 9 }));

it('takes no unit out of a cart, adds no more than the order had, and a second press adds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(some, some, stock, async (had, ordered, left) => {
      const cart = new Map(had.map((each) => [each.id, item(each.id, each.quantity)]));
      keepItems([...cart.values()]);
      const before = units();
      sells(...Object.entries(left).map(([id, qtyAvailable]) => product(id, { qtyAvailable })));
      const lines = ordered.map(({ id, quantity }) => line(id, { quantity }));
      await buyAgain(lines);
      const after = units();
      for (const id of ['a', 'b', 'c', 'd']) {
        const own = ordered.reduce((sum, each) => sum + (each.id === id ? each.quantity : 0), 0);
        const wanted = Math.min(own, left[id] ?? 0);
        const known = wanted > 0 ? Math.min(before[id] ?? 0, left[id] ?? 0) : (before[id] ?? 0);
        expect(after[id] ?? 0).toBe(Math.max(known, wanted));
      }
      await buyAgain(lines);
      expect(units()).toEqual(after);
    }),
    { numRuns: 200 },
  );
});
