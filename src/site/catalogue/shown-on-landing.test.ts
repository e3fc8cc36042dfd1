import { describe, expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { collectionSlug } from '#domain/products/slug.ts';
import { groupBrands, groupCategories } from './collections.ts';
import { type Banner, shownBanners, shownBrands } from './shown-on-landing.ts';

/** A catalogue of products by brand: { Zara: [3, 0] } has two of Zara, one of them sold out. */
function selling(stock: Record<string, number[]>, categories: string[] = []) {
  const products = Object.entries(stock).flatMap(([brand, units]) =>
    units.map((qtyAvailable) => ({ brand, qtyAvailable, categories }) as Product),
  );
  const brands = groupBrands(products, undefined);
  const listed = new Set([...categories, ...Object.keys(stock)]);
  return {
    products,
    brands,
    collections: [...brands, ...groupCategories(products)],
    brandOf: (name: string) => brands.find(({ slug }) => slug === collectionSlug(name)),
    isListed: (name: string) => listed.has(name),
  };
}
const banner = (href: string): Banner => ({
  picture: 'hero',
  title: '',
  text: '',
  link: { label: 'Look', href },
});
const hrefs = (banners: readonly Banner[]) => banners.map(({ link }) => link.href);

describe('brands', () => {
  const named = (wanted: string[], stock: Record<string, number[]>) =>
    shownBrands(wanted, selling(stock)).map(({ name }) => name);

  it('are those with products, in the merchant’s order', () => {
    expect(named(['Fenty', 'Dior', 'Amouage'], { Amouage: [1], Fenty: [1], Zara: [9] })).toEqual([
      'Fenty',
      'Amouage',
    ]);
  });

  it('are those with the most products in stock if none of the merchant’s has any', () => {
    const stock = { A: [0, 0, 0], B: [1], C: [2, 2], D: [1], E: [1], F: [1], G: [1, 1, 1] };
    expect(named(['Dior'], stock)).toEqual(['G', 'C', 'B', 'D', 'E', 'F']);
    expect(named(['Dior'], {})).toEqual([]);
  });
});

describe('banners', () => {
  it('of a category or brand without products are left out', () => {
    const banners = [
      '/products',
      '/products?category=Oils',
      '/products?category=Gift%20Sets',
      '/products?brand=Zara',
      '/brands/zara',
      '/brands/dior',
      '/categories/gift-sets',
      '/categories/oils',
      '/about',
      'https://example.com/products?category=Oils',
    ].map(banner);
    expect(hrefs(shownBanners(banners, selling({ Zara: [1] }, ['Gift Sets'])))).toEqual([
      '/products',
      '/products?category=Gift%20Sets',
      '/products?brand=Zara',
      '/brands/zara',
      '/categories/gift-sets',
      '/about',
      'https://example.com/products?category=Oils',
    ]);
  });

  it('never all disappear: the first leads to all products, or to the shop’s address', () => {
    const banners = [banner('/products?category=Oils'), banner('/brands/dior')];
    expect(hrefs(shownBanners(banners, selling({ Zara: [1] })))).toEqual(['/products']);
    expect(hrefs(shownBanners([banner('/products')], selling({})))).toEqual(['/contact']);
  });
});
