import { expect, it } from 'vitest';
import { listingPath } from '#site/product-data/listing-path.ts';
import { paginationHtml } from './pagination.ts';

const html = (page: number, pages: number, search = '') =>
  paginationHtml(page, pages, (to) => listingPath({ search, page: to })).text;

it('is empty for a single page', () => {
  expect(html(1, 1)).toBe('');
  expect(html(1, 0)).toBe('');
});

it('links the window, the ends and the neighbours', () => {
  const text = html(5, 9);
  expect(
    text
      .replace(/<[^>]*>/g, ' ')
      .match(/\S+/g)
      ?.join(' '),
  ).toBe('Previous 1 … 3 4 5 6 7 … 9 Next');
  expect(text).toContain('href="/products?page=5" aria-label="Page 5" aria-current="page"');
  expect(html(1, 2)).not.toContain('Previous');
  expect(html(2, 2)).not.toContain('Next');
});

it('escapes a search in its attribute', () => {
  expect(html(1, 2, '"><script>')).not.toContain('<script');
});
