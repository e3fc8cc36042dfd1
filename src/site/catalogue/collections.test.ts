import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { collectionPages, groupBrands, groupCategories } from './collections.ts';

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

/** Returns the categories of products that have these, with the ids of their products. */
const categories = (...each: string[][]) =>
  groupCategories(each.map((own, at) => ({ id: `p${at}`, categories: own }) as Product)).map(
    ({ name, slug, products: own }) => [name, slug, own.map(({ id }) => id).join(' ')],
  );

it('a product is in each of its categories, in the order of the catalogue', () => {
  expect(categories(['Niche', 'Men'], [], ['Men'], ['Gift Sets'])).toEqual([
    ['Gift Sets', 'gift-sets', 'p3'],
    ['Men', 'men', 'p0 p2'],
    ['Niche', 'niche', 'p0'],
  ]);
  expect(groupCategories([{ id: 'p' } as Product])).toEqual([]);
});

it('two spellings of a category are one category, and a product with both is in it once', () => {
  expect(categories(['men', 'Men'], ['Men'], ['MEN '])).toEqual([['Men', 'men', 'p0 p1 p2']]);
});

it('a brand and a category with the same name have a page each, with fifty products', () => {
  const both = Array.from(
    { length: 51 },
    (_, at) => ({ id: `p${at}`, brand: 'Oud & Co', categories: ['Oud & Co'] }) as Product,
  );
  const collections = [...groupBrands(both, undefined), ...groupCategories(both)];
  expect(collections.map(collectionPages)).toEqual([
    ['/brands/oud-co', '/brands/oud-co/2'],
    ['/categories/oud-co', '/categories/oud-co/2'],
  ]);
});
