import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { joinCarts } from '#domain/orders/cart-link.ts';

useTestStorageEngine();
const { $cart, addToCart, EMPTY_CART } = await import('#site/cart/cart-store.ts');
const changes = await import('#site/cart/changes-store.ts');
const { $payments, beginPayment, NO_PAYMENTS, settlePayment } = await import(
  '#site/payment/payments-store.ts'
);
const { undo } = await import('#site/toasts/undo.ts');

const oud = { id: 'oud', name: 'Oud', price: 185_000, image: '/a.jpg', qtyAvailable: 9 };
const rose = { id: 'rose', name: 'Rose', price: 42_500.5, image: '', qtyAvailable: 9 };

let told: [string, unknown][] = [];
vi.stubGlobal('dispatchEvent', ({ type, detail }: CustomEvent) => {
  told.push([type, detail]);
  return true;
});
const added = (id: string, quantity: number, price = 185_000) => [
  'turare:add-to-cart',
  { id, price, quantity },
];
const removed = (id: string, quantity: number, price = 185_000) => [
  'turare:remove-from-cart',
  { id, price, quantity },
];

beforeEach(() => {
  cleanTestStorage();
  $cart.set(EMPTY_CART);
  $payments.set(NO_PAYMENTS);
  told = [];
});

describe('an event of the cart', () => {
  it('is id, naira and units, and nothing else', () => {
    addToCart(oud);
    expect(told).toEqual([added('oud', 1)]);
    addToCart({ ...oud, qtyAvailable: 1 });
    expect(told).toHaveLength(1);
  });

  it('follows every manual change: plus, minus, remove, clear, undo, Buy Now, a link', () => {
    addToCart(oud);
    changes.setCartQuantity('oud', 4);
    changes.setCartQuantity('oud', 3);
    changes.setCartQuantity('oud', 3);
    const line = changes.removeFromCart('oud');
    undo(line);
    changes.changeItems(joinCarts($cart.get().items, [{ ...rose, quantity: 2 }]));
    changes.replaceCartWith(rose);
    changes.clearCart();
    expect(told).toEqual([
      added('oud', 1),
      added('oud', 3),
      removed('oud', 1),
      removed('oud', 3),
      added('oud', 3),
      added('rose', 2, 42_500.5),
      removed('oud', 3),
      removed('rose', 1, 42_500.5),
      removed('rose', 1, 42_500.5),
    ]);
  });

  it('is nothing when the shop corrects the cart', () => {
    addToCart(oud);
    addToCart(oud);
    told = [];
    changes.correctCart([{ ...oud, price: 200_000, quantity: 1 }]);
    changes.takePaidOut({ oud: 1 });
    expect(told).toEqual([]);
  });
});

describe('an event of a payment', () => {
  it('is the sum and the units, once, without the reference, which would identify a person', () => {
    addToCart(oud);
    const payment = { reference: 'reference-1', page: 'https://pay.example', total: 188_000 };
    beginPayment(payment, $cart.get(), 7);
    told = [];
    settlePayment('reference-1', 'pending', 188_000);
    settlePayment('reference-1', 'paid', 188_000);
    settlePayment('reference-1', 'paid', 188_000);
    expect(told).toEqual([
      ['turare:purchase', { value: 188_000, items: [{ id: 'oud', quantity: 1 }] }],
    ]);
    expect($cart.get()).toBe(EMPTY_CART);
  });

  it('is nothing for one that failed', () => {
    settlePayment('reference-2', 'failed', 188_000);
    expect(told).toEqual([]);
  });
});
