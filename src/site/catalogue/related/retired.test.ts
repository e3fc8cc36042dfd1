import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { RELATED_SHOWN_LIMIT, rankRelated } from '#domain/related.ts';
import { relatedToRetired } from './retired.ts';

const product = fc.record({
  id: fc.stringMatching(/^[a-f]{3}$/),
  brand: fc.option(fc.constantFrom('Dior', 'Zara'), { nil: undefined }),
  tags: fc.uniqueArray(fc.constantFrom('oud', 'rose', 'musk', 'amber'), { maxLength: 3 }),
});
const products = (length: number) =>
  fc.uniqueArray(product, { selector: ({ id }) => id, maxLength: length }) as fc.Arbitrary<
    Product[]
  >;
const idsOf = (list: readonly Product[]) => list.map(({ id }) => id);

it('chooses as the API does, among what is sold', () => {
  fc.assert(
    fc.property(products(20), fc.nat(19), (all, first) => {
      const [retired, sold] = [all.slice(0, first), all.slice(first)];
      const related = relatedToRetired(retired, sold);
      for (const one of retired) expect(idsOf(related(one))).toEqual(idsOf(rankRelated(one, sold)));
    }),
  );
});

it('shows no product on more pages than a new price may rewrite', () => {
  const named = (id: string) => ({ id, brand: 'Dior', tags: [] }) as unknown as Product;
  const retired = Array.from({ length: RELATED_SHOWN_LIMIT + 3 }, (_, n) => named(`r${n + 100}`));
  const related = relatedToRetired(retired, [named('a')]);
  expect(retired.filter((one) => related(one).length > 0)).toHaveLength(RELATED_SHOWN_LIMIT);
});
