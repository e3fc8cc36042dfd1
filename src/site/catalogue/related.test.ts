import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { rankRelated } from '#domain/related.ts';
import { relatedIndex } from './related.ts';

const entry = fc.record({
  id: fc.string({ minLength: 1, maxLength: 4 }),
  brand: fc.option(fc.constantFrom('Creed', 'Dior', 'Prada'), { nil: undefined }),
  tags: fc.array(fc.constantFrom('oud', 'rose', 'fresh', 'office'), { maxLength: 4 }),
});
const catalogue = fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 40 });

it('chooses as the rule does over the whole catalogue', () => {
  fc.assert(
    fc.property(catalogue, (entries) => {
      // A tag counts once, however often a merchant wrote it.
      const products = entries.map(
        (each) => ({ ...each, tags: [...new Set(each.tags)] }) as Product,
      );
      const related = relatedIndex(products);
      for (const product of products) {
        expect(related(product)).toEqual(rankRelated(product, products));
      }
    }),
  );
});
