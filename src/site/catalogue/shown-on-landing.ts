import { COLLECTIONS, collectionPath, paths } from '#config/paths.ts';
import type { ShopFacts } from '#config/shop.ts';
import type { Catalogue } from './catalogue.ts';
import type { Brand } from './collections.ts';

export type Banner = ShopFacts['banners'][number];

/** Tiles in the row of brands that the merchant does not fill (six in spec §2). */
const TILES = 6;

type Sold = Pick<Catalogue, 'products' | 'brands' | 'brandOf' | 'collections' | 'isListed'>;

/**
 * Returns the banners that lead to something. A banner of a category or brand without products is left out. If none is
 * left, the first one leads to all products, or to /contact if there are none.
 */
export function shownBanners(banners: readonly Banner[], sold: Sold): Banner[] {
  const shown = banners.filter(({ link }) => leadsSomewhere(link.href, sold));
  if (shown.length > 0) return shown;
  const link =
    sold.products.length > 0
      ? { label: 'All Fragrances', href: paths.products }
      : { label: 'Contact Us', href: paths.contact };
  return banners.slice(0, 1).map((banner) => ({ ...banner, link }));
}

function leadsSomewhere(href: string, { products, brandOf, collections, isListed }: Sold): boolean {
  const { pathname, searchParams } = new URL(href, 'https://shop.invalid');
  if (Object.values(COLLECTIONS).some((folder) => href.startsWith(`${folder}/`))) {
    return collections.some(({ kind, name }) => pathname === collectionPath(kind, name));
  }
  if (pathname !== paths.products || !href.startsWith('/')) return true;
  const category = searchParams.get('category');
  if (category) return isListed(category);
  const brand = searchParams.get('brand');
  return brand ? brandOf(brand) !== undefined && isListed(brand) : products.length > 0;
}

/**
 * Returns the brands of the landing page: those of the merchant's list that sell, in its order and spelling. If none of
 * them sells, the brands with the most products in stock.
 */
export function shownBrands(
  wanted: readonly string[],
  { brands, brandOf }: Pick<Sold, 'brands' | 'brandOf'>,
): { name: string; brand: Brand }[] {
  const own = wanted.flatMap((name) => {
    const brand = brandOf(name);
    return brand ? [{ name, brand }] : [];
  });
  if (own.length > 0) return own;
  const inStock = ({ products }: Brand) =>
    products.filter(({ qtyAvailable }) => qtyAvailable > 0).length;
  return brands
    .map((brand) => ({ name: brand.name, brand, count: inStock(brand) }))
    .sort((one, other) => other.count - one.count)
    .slice(0, TILES)
    .map(({ name, brand }) => ({ name, brand }));
}
