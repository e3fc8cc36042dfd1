import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sessionAnswer } from '#contract/account.ts';
import { names, shippingPlaces } from '#contract/app-data.ts';
import { initializeAnswer, verifyAnswer } from '#contract/checkout.ts';
import { orderList } from '#contract/order.ts';
import { productDetail, productList } from '#contract/product.ts';
import { reviewList } from '#contract/review.ts';
import { readSession } from './account.ts';
import { item, order, payment, product, review, session, TIME, url } from './answers.harness.ts';
import { readNames, readPlaces } from './app-data.ts';
import { readOrder, readOrders } from './order.ts';
import { readInitialized, readPayment } from './payment.ts';
import { readDetail, readList, readProduct } from './product.ts';
import { Mismatch, type Reader, start } from './reader.ts';
import { readReviews } from './review.ts';

/** Returns the list without the unchanged rows. */
const readListed: Reader<unknown> = (value, at) => {
  const { sent, ...list } = readList(value, at);
  expect(sent.length).toBeGreaterThanOrEqual(list.products.length);
  return list;
};

/** A product that is related to the other. */
const another = { ...product, _id: 'another', id: 'another' };

/** Each call: its reader, its contract, an answer by the contract. */
const CALLS: [string, Reader<unknown>, z.ZodMiniType, unknown][] = [
  ['a list of products', readListed, productList, { products: [product], totalPages: 1, total: 1 }],
  ['a product', readDetail, productDetail, { product, relatedProducts: [another] }],
  ['a payment', readPayment, verifyAnswer, { payment }],
  ['a begun payment', readInitialized, initializeAnswer, { data: { authorization_url: url } }],
  ['orders', readOrders, orderList, [order]],
  ['reviews', readReviews, reviewList, [review]],
  ['a session', readSession, sessionAnswer, session],
  ['names', readNames, names, ['Men', 'Women']],
  ['places', readPlaces, shippingPlaces, [{ place: 'Ikeja', amount: 3000 }]],
];

/** Returns the result of a reader: its value and notes, or where it refuses. */
function outcome(reader: Reader<unknown>, answer: unknown) {
  const at = start();
  try {
    return { value: reader(answer, at), notes: at.notes };
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    return { refused: error.field };
  }
}
/** Returns the fields that a reader notes. */
const noted = (reader: Reader<unknown>, answer: unknown) =>
  outcome(reader, answer).notes?.map(({ field, did }) => `${did} ${field}`);

describe.each(CALLS)('%s', (_, reader, schema, answer) => {
  it('that keeps the contract is read as it is', () => {
    expect(z.parse(schema, answer)).toEqual(answer);
    expect(outcome(reader, answer)).toEqual({ value: answer, notes: [] });
  });

  it('that breaks it anywhere is adapted or refused, and nothing else happens', () => {
    const paths = pathsIn(answer);
    const change = fc.record({
      at: fc.constantFrom(...paths),
      to: fc.oneof(fc.jsonValue(), fc.constantFrom('', '12', 'null', 1e300, -1, undefined)),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        const broken = changes.reduce((made, { at, to }) => withValue(made, at, to), answer);
        const { value, refused } = outcome(reader, broken);
        expect(value === undefined).toBe(refused !== undefined);
        // A second reading changes nothing: no half-adapted value reaches a page.
        if (value !== undefined) expect(outcome(reader, value).value).toEqual(value);
      }),
      { numRuns: 300 },
    );
    fc.assert(fc.property(fc.anything(), (value) => void outcome(reader, value)));
  });
});

describe('ids', () => {
  it.each(['_id', 'id'])('a product may have %s alone', (kept) => {
    const { _id, id, ...rest } = product;
    const one = { ...rest, [kept]: _id };
    expect(outcome(readDetail, { product: one, relatedProducts: [] }).value).toMatchObject({
      product: { _id, id },
    });
  });

  it('numbers become text', () => {
    const { value } = outcome(readList, { products: [{ ...product, _id: 7, id: 7 }] });
    expect(value).toMatchObject({ products: [{ id: '7', _id: '7' }] });
  });
});

describe('numbers', () => {
  it('text that is a number is read', () => {
    const { value, notes } = outcome(readList, {
      products: [{ ...product, price: '45000', qtyAvailable: '3' }],
      total: '60',
    });
    expect(value).toMatchObject({ products: [{ price: 45_000, qtyAvailable: 3 }], total: 60 });
    expect(notes?.map(({ field }) => field)).toEqual([
      'products[].price',
      'products[].qtyAvailable',
      'total',
    ]);
  });

  it.each([
    ['price', 'a lot'],
    ['price', -1],
    ['price', null],
    ['qtyAvailable', 'many'],
    ['name', ''],
  ])('a product whose %s is %j is dropped, and the others stay', (field, bad) => {
    const products = [{ ...product, [field]: bad }, product];
    const { value, notes } = outcome(readList, { products });
    expect(value).toMatchObject({ products: [product] });
    expect(notes?.at(-1)).toMatchObject({ field: `products[].${field}`, did: 'dropped' });
    expect(outcome(readDetail, { product: products[0] })).toEqual({ refused: `product.${field}` });
  });
});

it('a product whose stock is not counted is in stock', () => {
  const { value, notes } = outcome(readDetail, { product: { ...product, qtyAvailable: null } });
  expect(value).toMatchObject({ product: { qtyAvailable: 99 } });
  expect(notes).toHaveLength(2);
});

describe('envelopes', () => {
  it.each([
    { payment },
    { data: { payment } },
    { data: payment },
    { status: true, message: 'Verification successful', data: payment },
    payment,
  ])('a payment in %j', (answer) => {
    expect(outcome(readPayment, answer).value).toEqual({ payment });
  });

  it.each([order, { order }, { data: order }, { data: { order } }])('an order in %j', (answer) => {
    expect(outcome(readOrder, answer).value).toEqual(order);
  });

  it.each([[[order]], [{ orders: [order] }], [{ data: [order] }], [{ data: { orders: [order] } }]])(
    'orders in %j',
    (answer) => {
      expect(outcome(readOrders, answer).value).toEqual([order]);
    },
  );

  it.each([
    session,
    { data: session },
    { success: true, data: { token: session.token, user: { _id: 'u1', fullName: 'A. Customer' } } },
  ])('a session in %j', (answer) => {
    expect(outcome(readSession, answer).value).toEqual(session);
  });

  it('reports where it was', () => {
    expect(noted(readPayment, { data: payment })).toEqual(['adapted ']);
  });
});

describe('a payment', () => {
  it.each([
    ['success', 'paid'],
    ['PAID', 'paid'],
    ['abandoned', 'pending'],
    ['something new', 'pending'],
    ['canceled', 'cancelled'],
  ])('that is %s is %s', (said, meant) => {
    expect(outcome(readPayment, { payment: { ...payment, status: said } }).value).toMatchObject({
      payment: { status: meant },
    });
  });

  it('needs no more than its status', () => {
    expect(outcome(readPayment, { payment: { status: 'paid' } }).value).toEqual({
      payment: { status: 'paid', email: '', channel: 'Paystack' },
    });
  });
});

describe('an order', () => {
  it('may have its products filled in', () => {
    const filled = { ...item, productId: { ...product, price: 9 }, name: undefined };
    expect(outcome(readOrder, { ...order, items: [filled] }).value).toMatchObject({
      items: [{ productId: product._id, name: product.name, price: 5000 }],
    });
  });

  it('keeps the line of a product that was deleted', () => {
    const gone = { ...item, productId: null };
    expect(outcome(readOrder, { ...order, items: [gone] }).value).toMatchObject({
      items: [{ productId: '', name: item.name }],
    });
  });

  it.each(['totalAmount', 'shippingFee'])('without %s has it by the others', (missing) => {
    expect(outcome(readOrder, { ...order, [missing]: undefined }).value).toMatchObject({
      totalAmount: 12_500,
      shippingFee: 2500,
    });
  });
});

it('one odd review does not cost the others', () => {
  const list = [
    { ...review, rating: 4.5 },
    { ...review, user: null },
    { ...review, userName: undefined, user: { _id: 'u2', fullName: 'B. Customer' } },
    { ...review, createdAt: 'yesterday' },
    7,
  ];
  expect(outcome(readReviews, { reviews: list }).value).toEqual([
    { ...review, rating: 5 },
    { ...review, user: { _id: '' } },
    { ...review, userName: 'B. Customer', user: { _id: 'u2' } },
  ]);
});

it('other dates become ISO 8601 in UTC', () => {
  const { value } = outcome(readOrder, { ...order, createdAt: '2026-06-01T13:00:00+01:00' });
  expect(value).toMatchObject({ createdAt: TIME });
});

it('the parts of a set are read whole, however long their ids are', () => {
  const parts = Array.from({ length: 30 }, (_, at) => `a-fragrance-with-a-long-id-${at}`).join(' ');
  expect(readProduct({ ...product, parts }, start()).parts).toBe(parts);
});

it('a picture may be an object with its URL, and an empty text is no picture', () => {
  const images = ['', { url: 'https://cdn.example/b.jpg', public_id: 'b' }];
  const { value } = outcome(readDetail, { product: { ...product, images, image: '' } });
  expect(value).toMatchObject({ product: { images: ['https://cdn.example/b.jpg'] } });
  expect(value).not.toHaveProperty('product.image');
});

/** Returns the paths of all values in a document. */
function pathsIn(value: unknown, before: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [before];
  const inner = Object.entries(value).flatMap(([key, each]) => pathsIn(each, [...before, key]));
  return [before, ...inner];
}

/** Returns the document with another value at a path, if it still has that path. */
function withValue(value: unknown, [key, ...rest]: string[], to: unknown): unknown {
  if (key === undefined) return to;
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...value]
    : { ...value };
  const place = copy as Record<string, unknown>;
  place[key] = withValue(place[key], rest, to);
  return copy;
}
