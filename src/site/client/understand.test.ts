import { afterEach, expect, it, vi } from 'vitest';
import { readList } from '#contract/reading/product.ts';
import { understand } from './understand.ts';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

const product = {
  _id: 'p1',
  id: 'p1',
  name: 'Oud',
  price: '45000',
  images: [],
  description: '',
  tags: [],
  qtyAvailable: 1,
  ratings: 0,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2026-06-01T12:00:00.000Z',
};

it('reports each difference of a call once, with its field and value', () => {
  const answer = { products: [product, { ...product, price: '1' }, { ...product, price: 'free' }] };
  for (let time = 0; time < 3; time++) understand('GET /api/one', readList, answer);
  expect(warn.mock.calls.flat()).toEqual([
    'GET /api/one: products[].price adapted: got "45000", wanted a number',
    'GET /api/one: products[].price dropped: got "free", wanted a number',
  ]);
});

it('reports why an answer cannot be read', () => {
  expect(understand('GET /api/two', readList, { message: 'No' })).toBeUndefined();
  expect(warn.mock.calls.flat()).toEqual([
    'GET /api/two: products refused: got nothing, wanted a list',
  ]);
});

it('reports nothing if an answer keeps the contract', () => {
  const list = understand('GET /api/three', readList, { products: [{ ...product, price: 1 }] });
  expect(list?.products).toHaveLength(1);
  expect(warn).not.toHaveBeenCalled();
});
