import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { reference } from '#contract/checkout.ts';

useTestStorageEngine();
const { $attempt, attemptKey } = await import('./attempt-store.ts');
const { $cart, addToCart } = await import('#site/cart/cart-store.ts');
const { clearCart } = await import('#site/cart/changes-store.ts');
const { $draft, EMPTY_DRAFT, keepDraft } = await import('#site/checkout/draft-store.ts');
const {
  $payments,
  beginPayment,
  begunPayment,
  bindPayment,
  decodePayments,
  isReference,
  NO_PAYMENTS,
  openPayments,
  settlePayment,
} = await import('./payments-store.ts');

const oud = { id: 'oud', name: 'Oud Wood', price: 185_000, image: '', qtyAvailable: 9 };
const HOUR = 3_600_000;
const of = (reference: string) => ({
  reference,
  page: `https://checkout.paystack.com/${reference}`,
});

beforeEach(() => {
  cleanTestStorage();
  $payments.set(NO_PAYMENTS);
  $draft.set(EMPTY_DRAFT);
  clearCart();
  addToCart(oud);
});

describe('a paid reference', () => {
  it('clears the cart that it was made from, once', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    expect(settlePayment('reference-1', 'pending')).toBe(false);
    expect($cart.get().items).toHaveLength(1);
    expect(settlePayment('reference-1', 'paid')).toBe(true);
    expect($cart.get().items).toEqual([]);
    addToCart(oud);
    expect(settlePayment('reference-1', 'paid')).toBe(false);
    expect($cart.get().items).toHaveLength(1);
  });

  it('that is placed and paid later clears it once, too, and nobody is asked any more', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    expect(settlePayment('reference-1', 'placed')).toBe(true);
    expect($cart.get().items).toEqual([]);
    expect(openPayments(1)).toEqual([]);
    addToCart(oud);
    expect(settlePayment('reference-1', 'paid')).toBe(false);
    expect($cart.get().items).toHaveLength(1);
  });

  it('keeps a newer cart', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    clearCart();
    addToCart(oud);
    expect(settlePayment('reference-1', 'paid')).toBe(true);
    expect(settlePayment('reference-1', 'paid')).toBe(false);
    expect($cart.get().items).toHaveLength(1);
  });

  it('keeps what was added before the transfer was confirmed', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    addToCart(oud);
    addToCart({ ...oud, id: 'rose' });
    settlePayment('reference-1', 'paid');
    expect($cart.get().items.map((item) => [item.id, item.quantity])).toEqual([
      ['oud', 1],
      ['rose', 1],
    ]);
  });

  it('clears the cart once even if this device did not begin it', () => {
    expect(settlePayment('unknown-1', 'paid')).toBe(true);
    addToCart(oud);
    expect(settlePayment('unknown-1', 'paid')).toBe(false);
    expect($cart.get().items).toHaveLength(1);
  });

  it('clears one cart only, though two payments were made from it', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    beginPayment(of('reference-2'), $cart.get(), 1);
    expect(settlePayment('reference-2', 'paid')).toBe(true);
    addToCart(oud);
    expect(settlePayment('reference-1', 'paid')).toBe(true);
    expect($cart.get().items).toHaveLength(1);
  });

  it('drops the draft and ends the attempt', () => {
    keepDraft({ fullName: 'Ngozi' });
    const key = attemptKey($cart.get().id, {});
    beginPayment(of('reference-1'), $cart.get(), 0);
    settlePayment('reference-1', 'paid');
    expect($draft.get()).toEqual(EMPTY_DRAFT);
    expect($attempt.get().key).not.toBe(key);
  });
});

it('a failed payment ends the attempt and keeps cart and draft', () => {
  keepDraft({ fullName: 'Ngozi' });
  const body = { total: 1 };
  const key = attemptKey('c', body);
  expect(attemptKey('c', { total: 1 })).toBe(key);
  beginPayment(of('reference-1'), $cart.get(), 0);
  settlePayment('reference-1', 'failed');
  expect(attemptKey('c', body)).not.toBe(key);
  expect($cart.get().items).toHaveLength(1);
  expect($draft.get().fullName).toBe('Ngozi');
});

it('an attempt is new if its content or its cart changes', () => {
  const key = attemptKey('c', { total: 1 });
  expect(key).toMatch(/^[\w-]{16,100}$/);
  expect(attemptKey('c', { total: 2 })).not.toBe(key);
  expect(attemptKey('d', { total: 2 })).not.toBe(attemptKey('c', { total: 2 }));
});

it('knows the payment page of a payment that began here', () => {
  beginPayment(of('reference-1'), $cart.get(), 0);
  expect(begunPayment('reference-1')?.page).toBe('https://checkout.paystack.com/reference-1');
  expect(begunPayment('reference-2')).toBeUndefined();
});

it('reads a payment of an older release: `bottles` for `quantities`, and no page', () => {
  beginPayment(of('reference-1'), $cart.get(), 0);
  const [now] = $payments.get().begun;
  const { page: _, quantities, ...older } = now ?? {};
  const stored = JSON.stringify({ begun: [{ ...older, bottles: quantities }], cleared: [] });
  expect(decodePayments(stored).begun).toEqual([{ ...now, page: '' }]);
});

describe('the payments to ask about on a page load', () => {
  const open = (now: number) => openPayments(now).map(({ reference }) => reference);

  it('are asked about on each, whatever the server has said but paid, for 72 hours', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    expect(open(0)).toEqual(['reference-1']);
    for (const status of ['pending', 'failed', 'cancelled']) {
      settlePayment('reference-1', status);
      expect(open(72 * HOUR - 1), status).toEqual(['reference-1']);
    }
    expect(open(72 * HOUR)).toEqual([]);
    expect(settlePayment('reference-1', 'paid')).toBe(true);
    expect(open(1)).toEqual([]);
    expect($cart.get().items).toEqual([]);
  });

  it('include one that an older release took for settled, unless it is paid', () => {
    const older = { cart: 'c', bottles: {}, begunAt: 0, askedAt: 0, settled: true };
    const begun = ['reference-1', 'reference-2'].map((reference) => ({ ...older, reference }));
    $payments.set(decodePayments(JSON.stringify({ begun, cleared: ['reference-2'] })));
    expect(open(HOUR)).toEqual(['reference-1']);
  });

  it('do not end an attempt that was begun since, however often the old one is said to have failed', () => {
    beginPayment(of('reference-1'), $cart.get(), 0);
    settlePayment('reference-1', 'failed');
    const key = attemptKey('c', {});
    settlePayment('reference-1', 'failed');
    expect(attemptKey('c', {})).toBe(key);
  });
});

describe('a backend whose answer to initialize has no reference', () => {
  const page = 'https://checkout.paystack.com/x';
  const begin = (total: number) => beginPayment({ page, total }, $cart.get(), 0);
  const items = () => $cart.get().items.map(({ id, quantity }) => [id, quantity]);

  it('the return page binds the reference to the attempt, and the cart is cleared once', () => {
    begin(188_500);
    bindPayment('reference-1');
    expect(begunPayment('reference-1')?.page).toBe(page);
    expect(settlePayment('reference-1', 'paid', 188_500)).toBe(true);
    addToCart(oud);
    expect(settlePayment('reference-1', 'paid', 188_500)).toBe(false);
    expect(items()).toEqual([['oud', 1]]);
  });

  it('a late transfer is followed up', () => {
    begin(188_500);
    bindPayment('reference-1');
    settlePayment('reference-1', 'pending', 188_500);
    expect(openPayments(HOUR)).toMatchObject([{ reference: 'reference-1' }]);
    expect(settlePayment('reference-1', 'paid', 188_500)).toBe(true);
    expect(items()).toEqual([]);
  });

  it('an attempt that nobody has returned from is not asked about', () => {
    begin(188_500);
    expect(openPayments(HOUR)).toEqual([]);
  });

  it('an older order’s payment keeps a newer cart', () => {
    begin(188_500);
    clearCart();
    addToCart({ ...oud, id: 'rose' });
    bindPayment('reference-1');
    settlePayment('reference-1', 'paid', 188_500);
    expect(items()).toEqual([['rose', 1]]);
  });

  it('the amount tells which of two attempts was paid', () => {
    begin(188_500);
    clearCart();
    addToCart({ ...oud, id: 'rose', price: 40_000 });
    begin(43_500);
    bindPayment('older-1');
    settlePayment('older-1', 'paid', 188_500);
    expect(items()).toEqual([['rose', 1]]);
    bindPayment('newer-1');
    expect(settlePayment('newer-1', 'paid', 43_500)).toBe(true);
    expect(items()).toEqual([]);
  });

  it('a payment of another amount is none of this device, and keeps its cart', () => {
    begin(188_500);
    bindPayment('other-1');
    settlePayment('other-1', 'paid', 20_000);
    expect(items()).toEqual([['oud', 1]]);
    bindPayment('reference-1');
    expect(settlePayment('reference-1', 'paid', 188_500)).toBe(true);
  });

  it('fees that the customer bears belong to the payment', () => {
    begin(188_500);
    bindPayment('reference-1');
    expect(settlePayment('reference-1', 'paid', 191_800)).toBe(true);
  });

  it('survives a reload', () => {
    begin(188_500);
    const [attempt] = decodePayments(JSON.stringify($payments.get())).begun;
    expect(attempt).toMatchObject({ reference: '', total: 188_500, quantities: { oud: 1 } });
  });
});

it('an unknown payment keeps a cart that another payment was made from', () => {
  beginPayment(of('reference-1'), $cart.get(), 0);
  settlePayment('unknown-1', 'paid', 5);
  expect($cart.get().items).toHaveLength(1);
});

describe('guards', () => {
  it('accepts the references that the contract accepts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\w\-.=,]{0,110}$/)), (text) => {
        expect(isReference(text)).toBe(z.safeParse(reference, text).success);
      }),
    );
  });

  it('drops invalid stored payments', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void decodePayments(text)));
    const stored = {
      begun: [{ reference: 'reference-1' }, 7],
      cleared: ['reference-1', 'x', null],
    };
    expect(decodePayments(JSON.stringify(stored))).toEqual({ begun: [], cleared: ['reference-1'] });
  });
});
