import { paths } from '#config/paths.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import { allProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';

/** Feeds of the whole catalogue. Publishing tests compare each feed with pages and API. */

const TYPES = {
  'google.xml': /^(?:application|text)\/xml/,
  'meta.csv': /^text\/csv; charset=utf-8/,
  'acp.jsonl': /^application\/jsonl; charset=utf-8/,
  'new-arrivals.xml': /^(?:application|text)\/xml/,
};

test('every feed is served compressed with its type, and lists what the shop sells', {
  tag: '@core',
}, async ({ request, page, baseURL }) => {
  const products = await allProducts(request);
  const texts: Record<string, string> = {};
  for (const [file, type] of Object.entries(TYPES)) {
    const answer = await request.get(paths.feed(file));
    expect(answer.status(), file).toBe(200);
    expect(answer.headers()['content-type'], file).toMatch(type);
    expect(answer.headers()['content-encoding'], file).toBe('br');
    texts[file] = await answer.text();
  }
  const [line = ''] = (texts['acp.jsonl'] ?? '').split('\n');
  const first = products.find(({ id }) => id === JSON.parse(line).id);
  expect(JSON.parse(line).variants[0].price.amount).toBe(first && salePriceKobo(first, Date.now()));

  // A browser's parser decides whether it is XML.
  await page.goto(paths.about);
  const read = (text: string) =>
    page.evaluate((xml) => {
      const document = new DOMParser().parseFromString(xml, 'application/xml');
      const text = (item: Element, name: string) => item.getElementsByTagName(name)[0]?.textContent;
      return {
        fault: document.querySelector('parsererror')?.textContent,
        items: [...document.querySelectorAll('item')].map((item) => ({
          id: text(item, 'g:id'),
          link: text(item, 'link') ?? text(item, 'g:link'),
        })),
      };
    }, text);
  const google = await read(texts['google.xml'] ?? '');
  expect(google.fault).toBeUndefined();
  const pictured = products.filter(({ images }) => images.length > 0);
  const offered = google.items.map(({ id }) => id);
  expect(offered).toEqual(expect.arrayContaining(pictured.map(({ id }) => id)));
  // Lists have a fragrance once; feeds and the sitemap have each of its sizes.
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/\/products\/([^<]+)<\/loc>/g)].map(([, id]) => id);
  expect(offered.toSorted()).toEqual(pages.filter((id) => offered.includes(id)).toSorted());
  expect(pages.length - offered.length).toBe(products.length - pictured.length);
  const arrivals = await read(texts['new-arrivals.xml'] ?? '');
  expect(arrivals.fault).toBeUndefined();
  expect(arrivals.items).toHaveLength(Math.min(50, products.length));
  for (const { link } of [...google.items.slice(0, 3), ...arrivals.items.slice(0, 3)]) {
    expect(link).toMatch(new RegExp(`^${baseURL}/products/[\\w-]+\\?utm_source=\\w+&utm_medium=`));
    expect((await request.get(link ?? '')).status()).toBe(200);
  }
});

test('pages with new products lead readers to the feed of new arrivals', async ({ page }) => {
  for (const path of [paths.home, paths.products]) {
    await page.goto(path);
    await expect(page.locator('link[rel="alternate"][type="application/rss+xml"]')).toHaveAttribute(
      'href',
      paths.feed('new-arrivals.xml'),
    );
  }
});

test('the profile leads agents to calls that find a product and end with a person', {
  tag: '@own',
}, async ({ request, baseURL }) => {
  const answer = await request.get('/.well-known/ucp');
  expect(answer.headers()['content-type']).toMatch(/^application\/json/);
  expect(answer.headers()['cache-control']).toBe('public, max-age=300');
  const { ucp } = await answer.json();
  expect(ucp.payment_handlers).toEqual({});
  const [{ endpoint }] = ucp.services['dev.ucp.shopping'];
  expect(endpoint).toBe(`${baseURL}/api/ucp`);
  const post = async (path: string, data: object) =>
    (await request.post(new URL(endpoint).pathname + path, { data })).json();
  const found = await post('/catalog/search', { query: 'oud wood' });
  const [{ id, url, variants, media }] = found.products;
  expect((await request.get(url)).status()).toBe(200);
  expect((await request.get(media[0].url)).status()).toBe(200);
  const checkout = await post('/checkout-sessions', {
    line_items: [{ item: { id: variants[0].id }, quantity: 2 }],
  });
  expect(checkout.status).toBe('requires_escalation');
  expect(checkout.continue_url).toBe(`${baseURL}/cart?items=${id}:2`);
});
