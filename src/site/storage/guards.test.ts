import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkoutForm, orderItem, reference } from '#contract/checkout.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { decodeDraft, EMPTY_DRAFT } from '#site/checkout/draft-store.ts';
import { decodeAttempt } from '#site/payment/attempt-store.ts';
import { decodePayments } from '#site/payment/payments-store.ts';
import { decodeToasts } from '#site/toasts/toasts-store.ts';
import { readUndo } from '#site/toasts/undo.ts';
import { decodeWishlist } from '#site/wishlist/wishlist-store.ts';

const stored = fc.oneof(fc.string(), fc.json());
const maybe = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: value }, fc.anything());

/** A stored product, valid or nearly so. */
const entry = fc.record({
  id: maybe(fc.string({ unit: 'binary', maxLength: 210 })),
  name: maybe(fc.string({ unit: 'binary', maxLength: 310 })),
  price: maybe(fc.double({ min: -5, max: 2e9 })),
  image: maybe(fc.string({ maxLength: 2010 })),
  qtyAvailable: maybe(fc.integer({ min: -2, max: 2000 })),
  quantity: maybe(fc.integer({ min: -2, max: 1010 })),
});
const isOrderItem = (item: { id: string }, quantity?: number) =>
  z.safeParse(orderItem, { productId: item.id, ...item, ...(quantity && { quantity }) }).success;

it('a draft has all fields as text, whatever was stored', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const draft = decodeDraft(text);
      expect(Object.keys(draft)).toEqual(Object.keys(EMPTY_DRAFT));
      expect(Object.values(draft).every((field) => typeof field === 'string')).toBe(true);
    }),
  );
  expect(decodeDraft('{"fullName":"Ngozi","city":7}')).toEqual({
    ...EMPTY_DRAFT,
    fullName: 'Ngozi',
  });
});

it('a draft that the contract accepts is unchanged', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9 ’.-]{1,60}$/);
  const form = fc.record({
    fullName: word,
    email: fc.constant('ngozi@example.com'),
    phone: word,
    address: word,
    city: word,
    state: word,
    shippingLocation: word,
    code: word,
    elsewhere: word,
    receiverName: word,
    receiverPhone: word,
    ...eachExtra(() => word),
  });
  fc.assert(
    fc.property(form, (draft) => {
      if (z.safeParse(checkoutForm, draft).success)
        expect(decodeDraft(JSON.stringify(draft))).toEqual(draft);
    }),
  );
});

it('a wishlist holds only what the contract accepts in an order, each once', () => {
  fc.assert(
    fc.property(fc.array(entry), (list) => {
      const read = decodeWishlist(JSON.stringify(list));
      expect(read.every((item) => isOrderItem(item, 1))).toBe(true);
      expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(stored, (text) => void decodeWishlist(text)));
});

it('a stored undo holds only a cart or a wishlist that the contract accepts', () => {
  const what = fc.record({
    cart: maybe(fc.record({ id: maybe(fc.string()), items: maybe(fc.array(entry)) })),
    wishlist: maybe(fc.array(entry)),
    at: maybe(fc.nat()),
  });
  fc.assert(
    fc.property(what, (value) => {
      const read = readUndo(JSON.parse(JSON.stringify(value)));
      if (!read) return;
      const lines = 'cart' in read ? read.cart.items : read.wishlist;
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines)
        expect(isOrderItem(line, 'cart' in read ? undefined : 1)).toBe(true);
    }),
    { numRuns: 500 },
  );
  fc.assert(fc.property(fc.anything(), (value) => void readUndo(value)));
});

it('stored payments have references that the contract accepts', () => {
  const begun = fc.record({
    reference: maybe(fc.stringMatching(/^[\w\-.=, ]{4,110}$/)),
    cart: maybe(fc.constant('c')),
    quantities: maybe(fc.dictionary(fc.string(), fc.nat())),
    bottles: maybe(fc.dictionary(fc.string(), fc.nat())),
    begunAt: maybe(fc.nat()),
    settled: maybe(fc.boolean()),
  });
  const kept = fc.record({
    begun: maybe(fc.array(begun)),
    cleared: maybe(fc.array(fc.oneof(fc.string(), fc.stringMatching(/^[\w=,]{6,20}$/)))),
  });
  fc.assert(
    fc.property(kept, (value) => {
      const read = decodePayments(JSON.stringify(value));
      const all = [...read.cleared, ...read.begun.map((entry) => entry.reference)].filter(Boolean);
      expect(all.every((text) => z.safeParse(reference, text).success)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('drops invalid attempts and toasts', () => {
  fc.assert(fc.property(stored, (text) => void decodeAttempt(text)));
  fc.assert(fc.property(stored, (text) => void decodeToasts(text, 0)));
  const kept = [
    { title: 'A', text: 'B', tone: 'bad', at: 1000, id: 1 },
    { title: 1, text: 'B', at: 1000 },
    { title: 'Old', text: 'B', at: -20_000 },
    { title: 'C', text: 'D', at: 1500, undo: 'all' },
  ];
  expect(decodeToasts(JSON.stringify(kept), 2000)).toEqual([
    { title: 'A', text: 'B', tone: 'bad', at: 1000 },
    { title: 'C', text: 'D', at: 1500 },
  ]);
});

it('a refused attempt keeps the keys that the next one replaces, even after a reload', () => {
  const refused = { key: '', content: '', previous: ['a'.repeat(32)] };
  expect(decodeAttempt(JSON.stringify(refused))).toEqual(refused);
});
