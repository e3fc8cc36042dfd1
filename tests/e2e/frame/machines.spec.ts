import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { Product } from '#contract/product.ts';
import { formatNaira } from '#domain/money/money.ts';
import { isDiscountActive, salePrice } from '#domain/money/price.ts';
import { STATES } from '../../gallery/screens.ts';
import { allProducts, structuredData } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD_WOOD } from '../support/shop.ts';

const read = async (request: APIRequestContext, path: string) => {
  const answer = await request.get(path);
  expect(answer.status(), path).toBe(200);
  return answer.text();
};

/** Returns size and format of a picture. */
async function picture(request: APIRequestContext, url: string) {
  const answer = await request.get(url);
  expect(answer.status(), url).toBe(200);
  const body = await answer.body();
  const { width, height, format } = await sharp(body).metadata();
  return { width, height, format, bytes: body.length };
}

/**
 * Google's list for merchant listings (Product with Offer): all required fields, and the recommended ones that the shop
 * knows. It knows no GTIN. The landing page states the returns policy. Delivery fees differ by place.
 */
const REQUIRED = ['name', 'image', 'offers.price', 'offers.priceCurrency'];
const RECOMMENDED = [
  'description',
  'sku',
  'url',
  'brand.name',
  'size',
  'offers.url',
  'offers.availability',
  'offers.itemCondition',
];

const at = (node: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], node);

test('three products have all the data that merchant listings require', {
  tag: ['@core', '@own'],
}, async ({ request }) => {
  const products = await allProducts(request);
  const now = Date.now();
  const pick = (what: string, found: Product | undefined) => {
    if (!found) throw new Error(`The demo has no product ${what}`);
    return found;
  };
  const three = [
    pick(
      'whose discount ends',
      products.find((one) => one.discount?.expiresAt && isDiscountActive(one.discount, now)),
    ),
    pick(
      'that is sold out',
      products.find((one) => one.qtyAvailable === 0),
    ),
    pick(
      'at its full price',
      products.find((one) => one.qtyAvailable > 0 && !one.discount),
    ),
  ];
  for (const product of three) {
    const html = await read(request, paths.product(product.id));
    const nodes = structuredData(html);
    const node = nodes.find((one) => one['@type'] === 'Product');
    for (const field of [...REQUIRED, ...RECOMMENDED]) {
      expect(at(node, field), `${product.id}: ${field}`).toBeTruthy();
    }
    expect(node).toMatchObject({
      name: product.name,
      offers: {
        '@type': 'Offer',
        price: salePrice(product, now),
        priceCurrency: 'NGN',
        availability: `https://schema.org/${product.qtyAvailable > 0 ? 'InStock' : 'OutOfStock'}`,
      },
    });
    const reduced = isDiscountActive(product.discount, now);
    expect(at(node, 'offers.priceValidUntil')).toBe(
      reduced ? (product.discount?.expiresAt ?? undefined) : undefined,
    );
    expect(at(node, 'offers.priceSpecification.price')).toBe(reduced ? product.price : undefined);
    expect(at(node, 'aggregateRating.reviewCount')).toBe(product.numReviews || undefined);
    for (const image of at(node, 'image') as string[]) {
      expect((await picture(request, image)).width, image).toBeGreaterThanOrEqual(800);
    }

    const way = nodes.find((one) => one['@type'] === 'BreadcrumbList')?.itemListElement as {
      position: number;
      item: string;
    }[];
    expect(way.map(({ position }) => position)).toEqual([1, 2, 3]);
    for (const { item } of way) expect((await request.get(item)).status(), item).toBe(200);
  }
});

test('the landing page names the store and its site', async ({ request, baseURL }) => {
  const nodes = structuredData(await read(request, '/'));
  expect(nodes.map((node) => node['@type'])).toEqual(['OnlineStore', 'WebSite']);
  expect(nodes[0]).toMatchObject({ name: shop.name, email: shop.email, url: `${baseURL}/` });
  expect(await picture(request, nodes[0]?.logo as string)).toMatchObject({
    width: 512,
    format: 'png',
  });
});

for (const path of [
  '/',
  '/products',
  '/brands',
  '/brands/amouage',
  '/categories/niche',
  '/about',
  OUD_WOOD.path,
]) {
  // Only our backend makes product pictures of 1200×630; on another one the link preview shows the shop's.
  const tag = path === OUD_WOOD.path || /^\/(?:brands|categories)\//.test(path) ? '@own' : [];
  test(`${path} makes a link preview`, { tag }, async ({ page, request, baseURL }) => {
    await page.goto(path);
    const content = (property: string) =>
      page
        .locator(`meta[property="${property}"], meta[name="${property}"]`)
        .getAttribute('content');
    const title = await content('og:title');
    const url = (await content('og:image')) ?? '';
    expect(url.startsWith(`${baseURL}/`)).toBe(true);
    expect(await content('og:image:width')).toBe('1200');
    expect(await content('og:image:height')).toBe('630');
    expect(await content('og:image:alt')).toBeTruthy();
    expect(await content('twitter:card')).toBe('summary_large_image');
    expect(((await content('description')) ?? '').length).toBeGreaterThan(40);
    expect(await content('og:url')).toBe(new URL(path, baseURL).href);
    const share = await picture(request, url);
    expect(share).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
    // WhatsApp ignores larger ones.
    expect(share.bytes).toBeLessThan(300_000);

    const [, id] = /\/products\/(.+)/.exec(path) ?? [];
    if (!id) return;
    const { product } = (await (await request.get(`/api/product/${id}`)).json()) as {
      product: Product;
    };
    expect(title).toBe(`${product.name}, ${formatNaira(salePrice(product, Date.now()))}`);
    expect(await content('og:image:alt')).toContain(product.name);
  });
}

test('the sitemap has every public page with its true date, and no other', async ({
  request,
  baseURL,
}) => {
  const answer = await request.get('/sitemap.xml');
  expect(answer.headers()['content-type']).toMatch(/^(application|text)\/xml/);
  const entries = [
    ...(await answer.text()).matchAll(/<loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?/g),
  ];
  const dates = new Map(
    entries.map(([, loc = '', modified]) => [loc.replace(baseURL ?? '', ''), modified]),
  );
  expect(dates.size).toBe(entries.length);

  for (const path of [
    '/',
    '/products',
    '/brands',
    '/brands/tom-ford',
    ...['/about', '/contact', '/returns', '/terms', '/privacy'],
  ]) {
    expect([...dates.keys()]).toContain(path);
  }
  for (const product of await allProducts(request)) {
    const modified = dates.get(paths.product(product.id)) ?? '';
    expect(Date.parse(modified), product.id).toBeGreaterThanOrEqual(Date.parse(product.createdAt));
    expect(Date.parse(modified), product.id).toBeLessThanOrEqual(Date.now());
  }
  for (const path of dates.keys()) {
    expect(path).not.toMatch(/^\/(checkout|payment|orders|login|404|api)/);
    const html = await read(request, path);
    expect(html, path).toContain(`<link rel="canonical" href="${new URL(path, baseURL).href}">`);
    expect(html, path).not.toContain('noindex');
    expect(html, path).toMatch(/<title>.+<\/title><meta name="description" content=".+?">/);
  }
});

test('private pages are kept out of search engines', { tag: '@core' }, async ({
  request,
  baseURL,
}) => {
  const robots = await read(request, '/robots.txt');
  expect(robots).toContain(`\nSitemap: ${baseURL}/sitemap.xml\n`);
  for (const path of ['/checkout', '/payment', '/api'])
    expect(robots).toContain(`\nDisallow: ${path}\n`);
  for (const path of ['/checkout', '/payment/callback']) {
    expect(await read(request, path), path).toContain('<meta name="robots" content="noindex">');
  }
  const missing = await request.get('/nowhere');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).toContain('<meta name="robots" content="noindex">');
});

test('the manifest’s icons have the sizes that it names', async ({ page, request }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as {
    short_name: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ short_name: shop.name, start_url: '/' });
  expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await picture(request, src);
    expect(`${width}x${height}`).toBe(sizes);
    expect(format).toBe('png');
  }
});

test('no link and no file of the site is missing', { tag: '@core' }, async ({ request }) => {
  const seen = new Set<string>(['/']);
  const broken: string[] = [];
  const queue = ['/'];
  const worker = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) {
      const answer = await request.get(path);
      if (!answer.ok()) broken.push(`${path}: ${answer.status()}`);
      if (!answer.headers()['content-type']?.includes('text/html')) continue;
      const html = (await answer.text()).replaceAll('&amp;', '&').replaceAll('&#38;', '&');
      for (const [, found = ''] of html.matchAll(/\s(?:href|src|poster)="(\/[^"#]*)/g)) {
        // The browser reads a list's query: it is the same page. The pattern of a card leads nowhere.
        const [target = '/'] = found.split('?');
        if (seen.has(target) || /^\/(?:products\/)?-$/.test(target)) continue;
        seen.add(target);
        if (!/^\/media\//.test(target)) queue.push(target);
      }
    }
  };
  // The first page alone, so that the others have work.
  await worker();
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(130);
});

test('the gallery of states is not part of the shop', async ({ request }) => {
  for (const state of STATES.filter(({ route }) => route.startsWith('/gallery/'))) {
    expect((await request.get(state.route)).status(), state.route).toBe(404);
  }
  expect((await request.get('/gallery-state.js')).status()).toBe(404);
  expect(await read(request, '/')).not.toContain('gallery-state');
});
