import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { Product } from '#contract/product.ts';
import { Publisher } from '#publisher/publisher.ts';
import { siteRoutes } from '#server/site.ts';
import { structuredData } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';

const NAME = `Oud</script><script>hostile=1</script><img src=x onerror=hostile=1> "A" & 'B' \u2028`;
const product: Product = {
  _id: 'hostile',
  id: 'hostile',
  name: NAME,
  price: 12_500,
  images: ['/icon-192.png'],
  description: NAME,
  tags: [NAME],
  qtyAvailable: 3,
  ratings: 4,
  numReviews: 2,
  soldCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
};

/** Creates a backend that answers only the calls of spec §7 that a build makes. */
function backend(): Hono {
  const app = new Hono();
  app.get('/api/product', (c) => {
    const products = c.req.query('category') ? [] : [product];
    return c.json({ products, totalPages: 1, total: products.length });
  });
  app.get('/api/product/:id', (c) => c.json({ product, relatedProducts: [] }));
  app.get('/api/app-data/*', (c) => c.json(c.req.path.endsWith('addresses') ? [] : [NAME]));
  app.all('/api/*', (c) => c.json({ code: 'not_found', message: 'No such call.' }, 404));
  return app;
}

test.use({ allowConsole: [/Failed to load resource.*404/] });
// It builds a whole site.
test.setTimeout(180_000);

test('a product with hostile text is plain text on every built page', async ({ page }) => {
  const outDir = join(await mkdtemp(join(tmpdir(), 'turare-hostile-')), 'site');
  const app = backend();
  let site: Hono | undefined;
  app.all('*', (c) => site?.fetch(c.req.raw, c.env) ?? c.text('Not built yet', 503));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const publisher = new Publisher({
      folder: outDir,
      settings: { API_URL: url, SITE_URL: url, PUBLIC_API_URL: '' },
    });
    await publisher.publish();
    site = siteRoutes({ live: publisher.folders.live, siteUrl: url });
    for (const path of ['/products/hostile', '/', '/products']) {
      await page.goto(url + path);
      await expect(page.getByText('Oud</script>').first()).toBeVisible();
      expect(await page.evaluate(() => 'hostile' in window), path).toBe(false);
      await expect(page.locator('img[src="x"]'), path).toHaveCount(0);
    }
    await page.goto(`${url}/products/hostile`);
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute(
      'content',
      `${NAME}, ₦12,500`,
    );
    // Its single picture needs no controls.
    await expect(page.getByRole('article').getByRole('img', { name: NAME })).toBeVisible();
    await expect(page.getByRole('button', { name: /picture/i })).toHaveCount(0);
    const html = await (await page.request.get(`${url}/products/hostile`)).text();
    const named = structuredData(html).find((node) => node['@type'] === 'Product');
    expect(named).toMatchObject({ name: NAME, aggregateRating: { reviewCount: 2 } });
  } finally {
    // A page that is still loading would report the closed server as its own error.
    await page.close();
    server.close();
    await rm(join(outDir, '..'), { recursive: true, force: true });
  }
});
