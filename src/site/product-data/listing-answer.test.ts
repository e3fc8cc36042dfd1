import { expect, it } from 'vitest';
import { start } from '#contract/reading/reader.ts';
import { listingAnswer } from './listing-answer.ts';
import { readListing } from './product-readers.ts';

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
const read = (answer: object, page?: number) => listingAnswer(readListing(answer, start()), page);

it('reads what a card shows', () => {
  const answer = read({ products: [product], total: 61, totalPages: 2 });
  expect(answer).toMatchObject({ pages: 2, total: 61 });
  expect(answer.products[0]).toMatchObject({
    image: '/media/ab/1200.jpg',
    brand: 'Tom Ford',
    sizeMl: 50,
    discount: null,
  });
});

it('falls back to the single picture, and counts pages itself if necessary', () => {
  const answer = read({ products: [{ ...product, images: [], image: '/a.jpg' }] });
  expect(answer).toMatchObject({ pages: 1, total: 1 });
  expect(answer.products[0]?.image).toBe('/a.jpg');
  const none = read({ products: [{ ...product, images: [''], image: '' }] });
  expect(none.products[0]?.image).toBe('');
});

it('says when there may be more products than it counts', () => {
  const full = { products: Array.from({ length: 50 }, () => product) };
  expect(read(full)).toMatchObject({ pages: 2, total: 50, isCounted: false });
  const odd = { products: [{ ...product, price: null }, ...full.products.slice(1)] };
  expect(read(odd)).toMatchObject({ pages: 2, total: 49, isCounted: false });
  const last = { products: [product] };
  expect(read(last, 2)).toMatchObject({ pages: 2, total: 51, isCounted: true });
});
