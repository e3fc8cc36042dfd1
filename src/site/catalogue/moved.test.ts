import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { productNow } from './moved.ts';

const products = [{ id: 'box' }, { id: 'gold wrapping' }] as Product[];
const redirects = [
  { from: '/products/wrapping', to: '/products/gold%20wrapping' },
  { from: '/products/gone', to: '/products/nothing' },
];
const idNow = (id: string | null) => productNow(products, redirects, id)?.id;

it('finds a product by its id and by a former one', () => {
  expect(idNow('box')).toBe('box');
  expect(idNow('gold wrapping')).toBe('gold wrapping');
  expect(idNow('wrapping')).toBe('gold wrapping');
  for (const id of ['gone', 'never', '', null]) expect(idNow(id)).toBeUndefined();
});
