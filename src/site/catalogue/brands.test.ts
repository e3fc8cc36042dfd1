import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { groupBrands } from './brands.ts';

const products = (...brands: string[]) =>
  brands.map((brand, at) => ({ id: `p${at}`, name: 'Oud', brand }) as Product);
const group = (...brands: string[]) =>
  groupBrands(products(...brands), new Set(brands)).map(
    ({ name, slug, products: own, listed }) => ({
      name,
      slug,
      count: own.length,
      listed,
    }),
  );

it('two spellings of a brand are one brand with the more frequent spelling, on its own page', () => {
  expect(group('Bond No 9', 'Bond No. 9', 'Bond No. 9', 'Ajmal')).toEqual([
    { name: 'Ajmal', slug: 'ajmal', count: 1, listed: true },
    { name: 'Bond No. 9', slug: 'bond-no-9', count: 3, listed: false },
  ]);
});

it('a brand in Arabic letters has a page', () => {
  const [brand] = group('لطافة', 'لطافة');
  expect(brand).toMatchObject({ name: 'لطافة', count: 2, listed: true });
  expect(brand?.slug).toMatch(/^[a-z0-9]+$/);
});
