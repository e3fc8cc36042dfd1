import { expect, it } from 'vitest';
import { stockLabel } from './stock.ts';

it.each([
  [0, 'OUT OF STOCK'],
  [-1, 'OUT OF STOCK'],
  [1, 'Only 1 left'],
  [10, 'Only 10 left'],
  [11, 'In Stock'],
])('%d reads %s (spec §4)', (quantity, label) => {
  expect(stockLabel(quantity)).toBe(label);
});
