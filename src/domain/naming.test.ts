import { describe, expect, it } from 'vitest';
import { orderNumber } from './order.ts';
import { fragranceName } from './product-name.ts';
import { rankRelated } from './related.ts';
import { slug } from './slug.ts';

describe('names', () => {
  it.each([
    ['Hermès Terre d’Hermès', 'hermes-terre-d-hermes'],
    ['Tom Ford Oud Wood', 'tom-ford-oud-wood'],
    ['  N°5 -- L’Eau ', 'n-5-l-eau'],
    ['ỌBA Ẹ̀kọ́', 'oba-eko'],
  ])('%s becomes %s', (name, path) => {
    expect(slug(name)).toBe(path);
  });

  it('shows a fragrance without its house only where the house stands beside it', () => {
    expect(fragranceName('Tom Ford Oud Wood', 'Tom Ford')).toBe('Oud Wood');
    expect(fragranceName('Oud Wood', 'Tom Ford')).toBe('Oud Wood');
    expect(fragranceName('Tom Ford Oud Wood', undefined)).toBe('Tom Ford Oud Wood');
  });

  it('says an order by its last five characters, upper case (spec §2)', () => {
    expect(orderNumber('ord_abc123xyz9q')).toBe('XYZ9Q');
  });
});

describe('related products', () => {
  const product = (id: string, tags: string[], brand = id) => ({ id, tags, brand });
  it('come by shared tags, then house, at most five, never the product itself', () => {
    const all = [
      product('self', ['oud', 'rose'], 'x'),
      product('none', ['fresh']),
      product('house', ['fresh'], 'x'),
      product('one', ['oud']),
      product('both', ['oud', 'rose']),
      ...['e', 'd', 'c'].map((id) => product(id, ['oud'])),
    ];
    const [self] = all;
    if (!self) throw new Error('no product');
    expect(rankRelated(self, all).map(({ id }) => id)).toEqual(['both', 'c', 'd', 'e', 'one']);
  });
});
