import {
  cleanTestStorage,
  getTestStorage,
  setTestStorageKey,
  useTestStorageEngine,
} from '@nanostores/persistent';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { orderItem } from '#contract/checkout.ts';
import type { CartItem } from '#domain/orders/cart.ts';

useTestStorageEngine();
const { $cart, addToCart, decodeCart, EMPTY_CART, encodeCart, isCartItem } = await import(
  './cart-store.ts'
);
const { clearCart, removeFromCart, replaceCart, replaceCartWith, setCartQuantity, takePaidOut } =
  await import('./changes-store.ts');
const { undo } = await import('#site/toasts/undo.ts');

const oud = { id: 'oud', name: 'Oud Wood', price: 185_000, image: '/a.jpg', qtyAvailable: 2 };
const rose = { id: 'rose', name: 'Rose', price: 42_500.5, image: '', qtyAvailable: 9 };

beforeEach(() => {
  cleanTestStorage();
  clearCart();
});

describe('the cart', () => {
  it('adds up to the stock, and says when it is reached', () => {
    expect([addToCart(oud), addToCart(oud), addToCart(oud)]).toEqual([true, true, false]);
    expect($cart.get().items).toEqual([{ ...oud, quantity: 2 }]);
    expect(addToCart({ ...rose, qtyAvailable: 0 })).toBe(false);
  });

  it('keeps its identity until it is empty, and then gets a new one', () => {
    addToCart(oud);
    const { id } = $cart.get();
    addToCart(rose);
    removeFromCart('oud');
    expect($cart.get().id).toBe(id);
    setCartQuantity('rose', 0);
    expect($cart.get()).toBe(EMPTY_CART);
    addToCart(rose);
    expect($cart.get().id).not.toBe(id);
  });

  it('is stored under a stable key, and removed from storage when it is empty', () => {
    addToCart(oud);
    expect(decodeCart(getTestStorage()['turare:cart'] ?? '')).toEqual($cart.get());
    clearCart();
    expect(getTestStorage()).not.toHaveProperty('turare:cart');
  });

  it('follows another tab', () => {
    const stop = $cart.listen(() => {});
    setTestStorageKey('turare:cart', JSON.stringify({ id: 'x', items: [{ ...oud, quantity: 1 }] }));
    expect($cart.get().id).toBe('x');
    stop();
  });

  it('drops the paid lines, and keeps later additions as a new cart', () => {
    addToCart(oud);
    addToCart(oud);
    addToCart(rose);
    const { id } = $cart.get();
    takePaidOut({ oud: 1 });
    expect($cart.get().items.map((item) => [item.id, item.quantity])).toEqual([
      ['oud', 1],
      ['rose', 1],
    ]);
    expect($cart.get().id).not.toBe(id);
    takePaidOut({ oud: 1, rose: 5 });
    expect($cart.get()).toBe(EMPTY_CART);
  });
});

describe('undo', () => {
  const fill = () => {
    addToCart(oud);
    addToCart(rose);
    addToCart({ ...rose, id: 'musk', name: 'Musk' });
    return $cart.get();
  };

  it('restores a line in its place, and a whole cart with its identity', () => {
    const full = fill();
    undo(removeFromCart('rose'));
    expect($cart.get()).toEqual(full);
    undo(clearCart());
    expect($cart.get()).toEqual(full);
  });

  it('keeps lines that were added since, and the larger of two quantities', () => {
    addToCart(rose);
    addToCart(rose);
    const { id } = $cart.get();
    const replaced = replaceCartWith(oud);
    expect($cart.get().items).toEqual([{ ...oud, quantity: 1 }]);
    expect($cart.get().id).not.toBe(id);
    addToCart(oud);
    addToCart(rose);
    undo(replaced);
    expect($cart.get()).toEqual({
      id,
      items: [
        { ...rose, quantity: 2 },
        { ...oud, quantity: 2 },
      ],
    });
  });
});

it('undoing a replaced cart removes the new lines, and keeps lines that were added since', () => {
  addToCart(oud);
  addToCart(rose);
  const mine = $cart.get();
  const replaced = replaceCart([{ ...rose, quantity: 3 }]);
  expect($cart.get().items.map(({ id, quantity }) => [id, quantity])).toEqual([['rose', 3]]);
  addToCart({ ...rose, id: 'musk', name: 'Musk' });
  undo(JSON.parse(JSON.stringify(replaced)));
  expect($cart.get().id).toBe(mine.id);
  expect($cart.get().items.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['oud', 1],
    ['rose', 1],
    ['musk', 1],
  ]);
});

const asOrderItem = ({ id, ...rest }: CartItem) => ({ productId: id, ...rest });
const maybe = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: value }, fc.anything());
const line = fc.record({
  id: maybe(fc.string({ unit: 'binary', maxLength: 210 })),
  name: maybe(fc.string({ unit: 'binary', maxLength: 310 })),
  price: maybe(fc.double({ min: -5, max: 2e9 })),
  image: maybe(fc.string({ maxLength: 2010 })),
  qtyAvailable: maybe(fc.integer({ min: -2, max: 2000 })),
  quantity: maybe(fc.double({ min: -2, max: 1010 }).map((n) => Math.round(n * 2) / 2)),
});
const goodLine = fc.record({
  id: fc.stringMatching(/^[a-z][a-z0-9-]{0,40}$/),
  name: fc.stringMatching(/^[A-Za-z’ ]{1,40}$/),
  price: fc.integer({ min: 0, max: 1e11 }).map((kobo) => kobo / 100),
  image: fc.webPath(),
  qtyAvailable: fc.nat(5000),
  quantity: fc.integer({ min: 1, max: 1000 }),
});

describe('the guard of a stored cart', () => {
  it('accepts only lines that the contract accepts', () => {
    fc.assert(
      fc.property(line, (value) => {
        if (isCartItem(value))
          expect(z.safeParse(orderItem, asOrderItem(value)).success).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('accepts every line that a shop can make, through storage and back', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(goodLine, { minLength: 1, maxLength: 8, selector: (item) => item.id }),
        (items) => {
          const cart = { id: 'c', items };
          expect(decodeCart(encodeCart(cart) ?? '')).toEqual(JSON.parse(JSON.stringify(cart)));
        },
      ),
    );
  });

  it('never throws, whatever is stored', () => {
    fc.assert(fc.property(fc.string(), (text) => void decodeCart(text)));
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(decodeCart(text).items.every(isCartItem)).toBe(true);
      }),
    );
  });

  it('drops broken and repeated lines, and keeps the others', () => {
    const good = { ...oud, quantity: 1 };
    const stored = { id: 'c', items: [good, { ...good, quantity: 2 }, { id: 'x' }, null] };
    expect(decodeCart(JSON.stringify(stored)).items).toEqual([good]);
    expect(decodeCart(JSON.stringify([good]))).toBe(EMPTY_CART);
  });
});
