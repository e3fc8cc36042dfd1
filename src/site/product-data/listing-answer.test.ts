import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readAnswer } from './listing-answer.ts';

const product = {
  id: 'tom-ford-oud-wood',
  name: 'Tom Ford Oud Wood',
  price: 345_000,
  images: ['/media/ab/1200.jpg'],
  qtyAvailable: 4,
  brand: 'Tom Ford',
  sizeMl: 50,
  pictures: [{ width: 4, height: 5, color: '#a0a0a0' }],
};

it('reads what a card shows', () => {
  const answer = readAnswer({ products: [product], total: 61, totalPages: 2 });
  expect(answer).toMatchObject({ pages: 2, total: 61 });
  expect(answer?.products[0]).toMatchObject({
    image: '/media/ab/1200.jpg',
    brand: 'Tom Ford',
    sizeMl: 50,
  });
});

it('falls back on the single picture, and counts pages itself when it must', () => {
  const answer = readAnswer({ products: [{ ...product, images: [], image: '/a.jpg' }] });
  expect(answer).toMatchObject({ pages: 1, total: 1 });
  expect(answer?.products[0]?.image).toBe('/a.jpg');
});

it('takes no empty text for a picture', () => {
  const image = (images: unknown, image?: unknown) =>
    readAnswer({ products: [{ ...product, images, image }] })?.products[0]?.image;
  expect(image([], '')).toBe('');
  expect(image(['', '/b.jpg'])).toBe('/b.jpg');
  expect(image([''], '/a.jpg')).toBe('/a.jpg');
});

it('says when there may be more products than it counts', () => {
  const full = { products: Array.from({ length: 50 }, () => product) };
  expect(readAnswer(full)).toMatchObject({ pages: 2, total: 50, isCounted: false });
  const last = { products: [product] };
  expect(readAnswer(last, 2)).toMatchObject({ pages: 2, total: 51, isCounted: true });
});

it('leaves out a broken product and refuses what is no list', () => {
  expect(readAnswer({ products: [{ id: 'x' }, null, product] })?.products).toHaveLength(1);
  expect(readAnswer({ products: 'none' })).toBeUndefined();
  fc.assert(fc.property(fc.anything(), (value) => void readAnswer(value)));
  fc.assert(fc.property(fc.array(fc.anything()), (products) => void readAnswer({ products })));
});
