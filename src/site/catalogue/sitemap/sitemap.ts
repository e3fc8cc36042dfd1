import { paths } from '#config/paths.ts';
import type { Product } from '#contract/product.ts';
import { memoized } from '#site/catalogue/build/memoized.ts';
import type { Catalogue } from '#site/catalogue/catalogue.ts';
import { collectionPages } from '#site/catalogue/collections.ts';
import type { TextOfLines } from '#site/feeds/lines.ts';
import { xmlText } from '#site/feeds/texts.ts';
import { pictureAddresses } from '#site/product-data/pictures.ts';

type Sold = Pick<Catalogue, 'products' | 'brands' | 'collections' | 'now'>;

/** A page that search engines may list. */
export interface SitemapEntry {
  path: string;
  /** Time (ms) of its last change; absent when unknown. */
  modified?: number;
  /** The product whose page it is. */
  product?: Product;
}

/** The most URLs that a sitemap may hold (sitemaps.org). */
export const SITEMAP_LIMIT = 50_000;

/** Returns when a product's page last changed: with its record, or when its discount expired. */
export function lastChange(product: Product, now: number): number {
  const ended = product.discount?.expiresAt ? Date.parse(product.discount.expiresAt) : 0;
  return Math.max(Date.parse(product.updatedAt ?? product.createdAt), ended <= now ? ended : 0);
}

/** Pictures of a page. Search engines read up to 1,000, but SITEMAP_LIMIT pages must stay below their 50 MB. */
const PICTURES = 5;

/** Returns every public page with the time of its last change. Each part of the sitemap uses this list. */
export const sitemapEntries = memoized(
  ({ products, brands, collections, now }: Sold): SitemapEntry[] => {
    const newest = (some: readonly Product[]) =>
      some.length > 0
        ? { modified: some.reduce((time, one) => Math.max(time, lastChange(one, now)), 0) }
        : {};
    const all = newest(products);
    return [
      { path: paths.home, ...all },
      { path: paths.products, ...all },
      ...(brands.length > 0 ? [{ path: paths.brands, ...all }] : []),
      { path: paths.about },
      { path: paths.contact },
      { path: paths.returns },
      { path: paths.terms },
      { path: paths.privacy },
      ...collections.flatMap((collection) => {
        const own = newest(collection.products);
        return collectionPages(collection).map((path) => ({ path, ...own }));
      }),
      ...products.map((product) => ({
        path: paths.product(product.id),
        modified: lastChange(product, now),
        product,
      })),
    ];
  },
);

const place = (site: URL, { path, modified }: SitemapEntry, pictures: readonly string[] = []) =>
  `<loc>${xmlText(new URL(path, site).href)}</loc>${
    modified ? `<lastmod>${new Date(modified).toISOString()}</lastmod>` : ''
  }${pictures
    .map((url) => `<image:image><image:loc>${xmlText(url)}</image:loc></image:image>`)
    .join('')}`;

const DOCUMENT = '<?xml version="1.0" encoding="UTF-8"?>';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** Google's images of a page (google.com/schemas/sitemap-image/1.1). Other search engines skip them. */
const IMAGES = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** Returns the XML of a sitemap, one line for each page. @param api - the setting PUBLIC_API_URL. */
export const sitemapText = (
  site: URL,
  entries: readonly SitemapEntry[],
  api: string,
): TextOfLines<Product> => ({
  head: [DOCUMENT, `<urlset ${SCHEMA} ${IMAGES}>`],
  lines: entries.map((entry) => ({
    // A line also depends on its date.
    id: `${entry.path} ${entry.modified ?? ''}`,
    product: entry.product,
    text: () => {
      const pictures = entry.product && pictureAddresses(entry.product, api, site);
      return `<url>${place(site, entry, pictures?.slice(0, PICTURES))}</url>`;
    },
  })),
  tail: ['</urlset>'],
});

/** Returns the XML of a sitemap index, for a shop with more pages than one sitemap may hold. */
export const sitemapIndexXml = (site: URL, entries: readonly SitemapEntry[]) =>
  `${DOCUMENT}\n<sitemapindex ${SCHEMA}>${entries.map((entry) => `<sitemap>${place(site, entry)}</sitemap>`).join('\n')}</sitemapindex>\n`;

/** Divides entries into parts that are each small enough for one sitemap. */
export const sitemapParts = (entries: readonly SitemapEntry[], limit = SITEMAP_LIMIT) =>
  Array.from({ length: Math.ceil(entries.length / limit) }, (_, part) =>
    entries.slice(part * limit, (part + 1) * limit),
  );
