import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkRelease } from './check.ts';

let site: string;
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'turare-check-'));
});
afterEach(() => rmSync(site, { recursive: true, force: true }));

/** Checks a site of these files, all of them new. */
function check(
  files: Record<string, string>,
  more: { links?: [string, string][]; products?: string[]; read?: number; before?: number } = {},
) {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    writeFileSync(join(site, file), content);
  }
  const names = Object.keys(files);
  const products = more.products ?? names.filter((file) => file.startsWith('products/'));
  return checkRelease(
    site,
    {
      files: new Set(names),
      links: new Map(more.links),
      changed: new Map(names.map((file) => [file, 1])),
    },
    {
      products,
      productsRead: more.read ?? products.length,
      productsBefore: more.before ?? 1,
      allowEmpty: false,
    },
  );
}

const page =
  '<link rel="stylesheet" href="/a.css"><script type="module" src="/_assets/a.js"></script>';
const good = {
  'products/oud.html': page,
  'a.css': 'p{}',
  '_assets/a.js': 'import"./b.js";',
  '_assets/b.js': '1',
};
/** Returns text that no compression makes smaller. */
const noise = (bytes: number) => randomBytes(bytes).toString('latin1');

it('accepts a sound release', () => {
  expect(() =>
    check(good, {
      links: [
        ['/products/oud', 'index.html'],
        ['/orders/x', 'a'],
      ],
    }),
  ).toThrow('Broken links: /orders/x (on a).');
  expect(() => check(good, { links: [['/products/oud', 'index.html']] })).not.toThrow();
});

it('refuses an empty catalogue over a full one, and products without a page', () => {
  expect(() => check({}, { before: 12 })).toThrow(/catalogue is empty, and the live site has 12/);
  expect(() => check({}, { before: 0 })).not.toThrow();
  expect(() => check(good, { products: ['products/oud.html', 'products/rose.html'] })).toThrow(
    '1 of 2 products have a page.\nMissing pages: products/rose.html.',
  );
  expect(() => check(good, { read: 3 })).toThrow('1 of 3 products have a page.');
});

it('names ten broken links and counts the others', () => {
  const links = Array.from({ length: 13 }, (_, index): [string, string] => [
    `/x${index}`,
    'p.html',
  ]);
  expect(() => check(good, { links })).toThrow(/\/x9 \(on p\.html\); and 3 more\./);
});

it('measures pages with their styles, and scripts with their imports', () => {
  expect(() => check({ ...good, 'a.css': noise(14_400) })).toThrow(
    /products\/oud\.html: CSS takes \d+ bytes of 8192/,
  );
  expect(() => check({ ...good, '_assets/b.js': noise(8300) })).toThrow(
    /JavaScript takes \d+ bytes/,
  );
  // Forms load React at once.
  expect(() => check({ 'checkout.html': page, ...good, 'products/oud.html': '' })).not.toThrow();
});

it('publishes a product whose rows make its page heavy, and names it', () => {
  const rows = `<p role="${noise(11_000).replaceAll(/[<>"&]/g, '')}">`;
  expect(check({ ...good, 'products/oud.html': `${page}${rows}` })).toContainEqual({
    file: 'products/oud.html',
    what: 'HTML without words, with CSS,',
    bytes: expect.any(Number),
    limit: 10_240,
  });
});

it('names pages that are heavy with words, and refuses none of them', () => {
  const words = (bytes: number) => `${page}<p>${noise(bytes).replaceAll('<', '')}</p>`;
  const pages = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`products/${index}.html`, words(14_500 + index)]),
  );
  const heavy = check({ ...good, ...pages, 'products.html': words(41_500), 'index.html': page });
  // Without compressed forms only the largest pages of each kind are weighed.
  expect(heavy.length).toBeGreaterThan(15);
  expect(heavy).toContainEqual({
    file: 'products.html',
    what: 'everything but pictures',
    bytes: expect.toSatisfy((bytes) => bytes > 41_000 && bytes < 60_000),
    limit: 40_960,
  });
  expect(heavy.map(({ file }) => file)).not.toContain('index.html');
  expect(heavy.map(({ file }) => file)).not.toContain('products/oud.html');
});
