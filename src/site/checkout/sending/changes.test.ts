import { expect, it } from 'vitest';
import { correct, discountChange, feeChange } from './changes.ts';

const line = (id: string, quantity = 1) => ({
  id,
  name: id.toUpperCase(),
  price: 1000,
  image: '',
  qtyAvailable: 9,
  quantity,
});
const now = (productId: string, price: number | null, qtyAvailable: number) => ({
  productId,
  name: price === null ? null : productId,
  price,
  qtyAvailable,
});

it('applies the server’s figures and describes each difference', () => {
  const items = [line('a'), line('b', 3), line('c'), line('d'), line('e'), line('f')];
  const { items: corrected, changes } = correct(items, {
    shippingFee: 0,
    items: [
      now('a', 1500.5, 9),
      now('b', 900, 1),
      now('c', null, 0),
      now('d', 1000, 0),
      now('e', 1000, 9),
    ],
  });
  expect(corrected.map(({ id, price, quantity }) => [id, price, quantity])).toEqual([
    ['a', 1500.5, 1],
    ['b', 900, 1],
    ['e', 1000, 1],
    ['f', 1000, 1],
  ]);
  expect(changes.map((change) => change.text)).toEqual([
    'A now costs ₦1,500.50 instead of ₦1,000.',
    'B now costs ₦900 instead of ₦1,000.',
    'Of B only 1 is left: your cart now holds 1 instead of 3.',
    'C is no longer sold. We have taken it out of your cart.',
    'D is sold out. We have taken it out of your cart.',
  ]);
});

it('describes a changed fee', () => {
  expect(feeChange('Lekki', 3000, 3000)).toBeUndefined();
  expect(feeChange('Lekki', 3000, 3500)).toBe(
    'Delivery to Lekki now costs ₦3,500 instead of ₦3,000.',
  );
});

it('describes another discount', () => {
  expect(discountChange(1000.1, 1000.1)).toBeUndefined();
  expect(discountChange(1000, 1500.5)).toBe('₦1,500.50 is taken off now, instead of ₦1,000.');
  expect(discountChange(0, 5000)).toBe('₦5,000 is taken off now.');
  expect(discountChange(1000, 0)).toBe('Nothing is taken off any more, instead of ₦1,000.');
});
