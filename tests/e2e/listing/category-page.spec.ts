import { categoryPath, paths } from '#config/paths.ts';
import { PAGE_SIZE } from '#domain/products/pagination.ts';
import { fragranceCount } from '#site/product-data/counts.ts';
import { listProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { main } from './listing-page.ts';

/** A category of two pages, and one of a single page. */
const [LONG, SHORT] = ['Designer', 'Gift Sets'];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a category has pages with all its fragrances, newest first', { tag: '@core' }, async ({
    page,
    request,
  }) => {
    const { products, total } = await listProducts(request, `?category=${LONG}&limit=${PAGE_SIZE}`);
    expect(total).toBeGreaterThan(PAGE_SIZE);
    await page.goto(categoryPath(LONG));
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(LONG);
    await expect(main(page).getByText(fragranceCount(total))).toBeVisible();
    const cards = main(page).locator('.cards > li');
    await expect(cards).toHaveCount(PAGE_SIZE);
    const links = await cards
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(products.map(({ id }) => paths.product(id)));

    await main(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(categoryPath(LONG, 2));
    await expect(cards).toHaveCount(total - PAGE_SIZE);
    await expect(page).toHaveTitle(new RegExp(`^${LONG}, page 2 · `));
  });
});

test('a category’s page describes itself in previews and to search engines', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto(categoryPath(SHORT));
  const meta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');
  const own = `${baseURL}${categoryPath(SHORT)}`;
  const canonical = page.locator('link[rel="canonical"]');
  expect(await meta('og:title')).toBe(SHORT);
  expect(await meta('og:url')).toBe(own);
  expect(await meta('description')).toContain(SHORT);
  await expect(canonical).toHaveAttribute('href', own);
  const { products } = await listProducts(request, `?category=${encodeURIComponent(SHORT)}`);
  const picture = products.find(({ images }) => images.length > 0)?.images[0] ?? '';
  expect(await meta('og:image')).toContain(picture.slice(0, picture.lastIndexOf('/')));
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const path of [categoryPath(SHORT), categoryPath(LONG), categoryPath(LONG, 2)]) {
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`);
  }
  expect((await request.get('/categories/no-such')).status()).toBe(404);
});

test('the list of a category names its page as the canonical one, and no other list does', async ({
  page,
  baseURL,
}) => {
  const canonical = page.locator('link[rel="canonical"]');
  const is = (path: string) => expect(canonical).toHaveAttribute('href', `${baseURL}${path}`);
  await page.goto(paths.category(SHORT.toLowerCase()));
  await is(categoryPath(SHORT));
  await page
    .getByRole('navigation', { name: 'Categories' })
    .getByRole('link', { name: LONG })
    .click();
  await is(categoryPath(LONG));
  await page.goto(`${paths.category(LONG)}&page=2`);
  await is(categoryPath(LONG, 2));
  await page.goto(`${paths.category(LONG)}&search=oud`);
  await is(paths.products);
  await page.goto(paths.category('No such'));
  await is(paths.products);
  await page.goto(paths.products);
  await is(paths.products);
});
