import { expect, test } from 'vitest';
import { keyedLines } from './lines.ts';

const line = (productId: string) => ({ productId, name: 'Oud', price: 1, image: '', quantity: 1 });

test('every line of an order has a key of its own, also when ids repeat or are left out', () => {
  const lines = ['a', 'b', 'a', '', ''].map(line);
  const keyed = keyedLines(lines);
  expect(new Set(keyed.map(({ key }) => key)).size).toBe(lines.length);
  expect(keyed.map((each) => each.line)).toEqual(lines);
});

test('a line keeps its key when a line of another product goes', () => {
  const keyOf = (ids: string[]) => keyedLines(ids.map(line)).at(-1)?.key;
  expect(keyOf(['b', 'a'])).toBe(keyOf(['a']));
});
