import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { wholeText } from '#site/feeds/lines.ts';
import {
  lastChange,
  type SitemapEntry,
  sitemapEntries,
  sitemapIndexXml,
  sitemapParts,
  sitemapText,
} from './sitemap.ts';

const SITE = new URL('https://shop.example');
const NOW = Date.parse('2026-06-01T00:00:00Z');
const product = (changes: Partial<Product> = {}): Product => ({
  _id: 'a',
  id: 'a',
  name: 'A',
  price: 1,
  images: [],
  description: '',
  tags: [],
  qtyAvailable: 1,
  ratings: 0,
  numReviews: 0,
  soldCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...changes,
});
const xmlOf = (entries: readonly SitemapEntry[]) => wholeText(sitemapText(SITE, entries, ''));
const changed = (changes: Partial<Product>) =>
  new Date(lastChange(product(changes), NOW)).toISOString().slice(0, 10);

it('dates a product by its last change if the backend sends it', () => {
  expect(changed({})).toBe('2026-01-01');
  expect(changed({ updatedAt: '2026-03-01T00:00:00.000Z' })).toBe('2026-03-01');
});

it('dates a product by the end of a discount that has expired', () => {
  const until = (expiresAt: string) => ({
    discount: { type: 'fixed', amount: 1, expiresAt } as const,
  });
  expect(changed(until('2026-05-01T00:00:00.000Z'))).toBe('2026-05-01');
  expect(changed(until('2026-07-01T00:00:00.000Z'))).toBe('2026-01-01');
});

it('dates lists by their newest product, and leaves unknown dates out', () => {
  const products = [product(), product({ id: 'b', updatedAt: '2026-02-02T00:00:00.000Z' })];
  const of = (name: string) => ({ name, slug: name, products: [product()] });
  const brands = [{ ...of('one'), kind: 'brand' as const, listed: true }];
  const collections = [...brands, { ...of('oils'), kind: 'category' as const }];
  const entries = new Map(
    sitemapEntries({ products, brands, collections, now: NOW }).map(({ path, modified }) => [
      path,
      modified && new Date(modified).toISOString().slice(0, 10),
    ]),
  );
  expect(Object.fromEntries(entries)).toEqual({
    '/': '2026-02-02',
    '/products': '2026-02-02',
    '/brands': '2026-02-02',
    '/brands/one': '2026-01-01',
    '/categories/oils': '2026-01-01',
    '/about': undefined,
    '/contact': undefined,
    '/returns': undefined,
    '/terms': undefined,
    '/privacy': undefined,
    '/products/a': '2026-01-01',
    '/products/b': '2026-02-02',
  });
});

it('names the pictures of a product, at most as many as a sitemap allows', () => {
  const pictures = Array.from({ length: 9 }, (_, at) => `https://shop.example/${at}.jpg?a&b`);
  const products = [product({ images: pictures })];
  const xml = xmlOf(sitemapEntries({ products, brands: [], collections: [], now: NOW }));
  const [, images = ''] = /products\/a<\/loc><lastmod>[^<]+<\/lastmod>(.*?)<\/url>/.exec(xml) ?? [];
  expect(images).toBe(
    pictures
      .slice(0, 5)
      .map((url) => url.replace('&', '&amp;'))
      .map((url) => `<image:image><image:loc>${url}</image:loc></image:image>`)
      .join(''),
  );
});

it('leaves out the page of brands when there is no brand', () => {
  const entries = sitemapEntries({ products: [product()], brands: [], collections: [], now: NOW });
  expect(entries.map(({ path }) => path)).not.toContain('/brands');
});

it('writes absolute URLs, escaped', () => {
  expect(xmlOf([{ path: '/a?b&c', modified: NOW }])).toContain(
    '<url><loc>https://shop.example/a?b&amp;c</loc><lastmod>2026-06-01T00:00:00.000Z</lastmod></url>',
  );
  expect(xmlOf([{ path: '/about' }])).toContain('<url><loc>https://shop.example/about</loc></url>');
  expect(sitemapIndexXml(SITE, [{ path: '/sitemap-1.xml' }])).toContain(
    '<sitemap><loc>https://shop.example/sitemap-1.xml</loc></sitemap>',
  );
});

it('splits a list that is too long for one sitemap', () => {
  const entries = Array.from({ length: 5 }, (_, index) => ({ path: `/${index}` }));
  expect(sitemapParts(entries, 2).map((part) => part.length)).toEqual([2, 2, 1]);
  expect(sitemapParts(entries)).toHaveLength(1);
});
