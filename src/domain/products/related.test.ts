import { expect, it } from 'vitest';
import { rankRelated } from './related.ts';

it('ranks by shared tags, then by brand; at most five, never the product itself', () => {
  const product = (id: string, tags: string[], brand = id) => ({ id, tags, brand });
  const self = product('self', ['oud', 'rose'], 'x');
  const all = [
    self,
    product('none', ['fresh']),
    product('brand', ['fresh'], 'x'),
    product('one', ['oud']),
    product('both', ['oud', 'rose']),
    ...['e', 'd', 'c'].map((id) => product(id, ['oud'])),
  ];
  expect(rankRelated(self, all).map(({ id }) => id)).toEqual(['both', 'c', 'd', 'e', 'one']);
});
