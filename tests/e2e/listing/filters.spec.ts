import type { ProductList } from '#contract/product.ts';
import { listProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { cardName } from './listing-answer.ts';
import {
  cards,
  count,
  field,
  filtersButton,
  LISTS,
  listCalls,
  main,
  tag,
  WIDE,
} from './listing-page.ts';

test.use({ viewport: WIDE });

test('the default view asks for no list, and has every control', async ({ page, request }) => {
  const calls = listCalls(page);
  await page.goto('/products');
  const { total } = (await (await request.get('/api/product')).json()) as ProductList;
  await expect(count(page)).toHaveText(`${total} fragrances`);
  await expect(cards(page)).toHaveCount(50);
  const categories = (await (await request.get('/api/app-data/categories')).json()) as string[];
  await expect(field(page, 'Category').getByRole('option')).toHaveText(['All', ...categories]);
  await expect(field(page, 'Sort by').getByRole('option')).toHaveCount(6);
  await expect(field(page, 'Search')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Clear Filters' })).toBeVisible();
  const tags = (await (await request.get('/api/app-data/tags')).json()) as string[];
  await expect(main(page).getByRole('group', { name: 'Tags' }).getByRole('button')).toHaveText(
    tags,
  );
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('the six sort options ask the API as mapped in spec §7', async ({ page }) => {
  const mapping = [
    ['price', 'price', 'asc'],
    ['price-desc', 'price', 'desc'],
    ['name', 'name', 'asc'],
    ['name-desc', 'name', 'desc'],
    ['soldCount', 'soldCount', 'desc'],
  ] as const;
  await page.goto('/products');
  for (const [option, sortBy, sortOrder] of mapping) {
    const asked = page.waitForRequest(LISTS);
    await field(page, 'Sort by').focus();
    await field(page, 'Sort by').selectOption(option);
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('sortBy'), searchParams.get('sortOrder')]).toEqual([
      sortBy,
      sortOrder,
    ]);
    await expect(page).toHaveURL(`/products?sortBy=${option}`);
    await expect(field(page, 'Sort by')).toBeFocused();
  }
  const calls = listCalls(page);
  await field(page, 'Sort by').selectOption('createdAt');
  await expect(page).toHaveURL('/products');
  await expect(cards(page)).toHaveCount(50);
  expect(calls).toEqual([]);
});

test('sorted by soldCount, the cards are in the order of the sales', async ({ page, request }) => {
  const { products } = await listProducts(request, '?sortBy=soldCount&sortOrder=desc');
  const sold = products.map(({ soldCount }) => soldCount);
  expect(sold).toEqual(sold.toSorted((a, b) => b - a));
  expect(sold[0]).toBeGreaterThan(sold.at(-1) ?? 0);
  await page.goto('/products?sortBy=soldCount');
  await expect(cards(page)).toHaveText(products.map(cardName));
});

test('tags are kept for the next page of the tab', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/app-data/tags')) asked++;
  });
  await page.goto('/products');
  await expect(tag(page, 'oud')).toBeVisible();
  await page.reload();
  await expect(tag(page, 'oud')).toBeVisible();
  expect(asked).toBe(1);
});

test('No products found, and Clear Filters', async ({ page }) => {
  await page.goto('/products?search=qqqqxxxx&tag=oud&page=3');
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByText('Try adjusting your filters or search terms')).toBeVisible();
  await main(page).getByRole('link', { name: 'Clear Filters' }).last().click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByRole('heading', { name: 'All Fragrances' })).toBeFocused();
  await expect(cards(page)).toHaveCount(50);
});

test('Clear Filters in the panel resets everything', { tag: '@core' }, async ({ page }) => {
  await page.goto('/products?search=a&category=Women&tag=rose&sortBy=name&page=2');
  await expect(field(page, 'Search')).toHaveValue('a');
  await main(page).getByRole('link', { name: 'Clear Filters' }).first().click();
  await expect(page).toHaveURL('/products');
  await expect(field(page, 'Search')).toHaveValue('');
  await expect(field(page, 'Category')).toHaveValue('');
  await expect(field(page, 'Sort by')).toHaveValue('createdAt');
  await expect(tag(page, 'rose')).toHaveAttribute('aria-pressed', 'false');
  await expect(page).toHaveTitle('All Fragrances · Turare');
  await page.goBack();
  await expect(field(page, 'Search')).toHaveValue('a');
});

test('any filter begins at page 1, and each can be removed by its link', async ({ page }) => {
  await page.goto('/products?page=2&sortBy=name');
  await tag(page, 'woody').click();
  await expect(page).toHaveURL('/products?tag=woody&sortBy=name');
  await expect(tag(page, 'woody')).toBeFocused();
  await field(page, 'Category').selectOption('Men');
  await expect(page).toHaveURL('/products?category=Men&tag=woody&sortBy=name');
  await expect(count(page)).toHaveText(/fragrance/);

  await main(page).getByRole('link', { name: 'Men: remove this filter' }).click();
  await expect(page).toHaveURL('/products?tag=woody&sortBy=name');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(field(page, 'Category')).toHaveValue('');
  await main(page).getByRole('link', { name: 'Name, A to Z: remove this filter' }).click();
  await tag(page, 'woody').click();
  await expect(page).toHaveURL('/products');
  await expect(main(page).getByRole('link', { name: /remove this filter/ })).toHaveCount(0);
});

test('a brand is shown and can be removed; the panel shows a search from the top bar', async ({
  page,
}) => {
  await page.goto('/products?brand=dior');
  await expect(page.getByRole('heading', { name: 'dior', level: 1 })).toBeVisible();
  await expect(field(page, 'Category')).toHaveValue('dior');
  await main(page).getByRole('link', { name: 'dior: remove this filter' }).click();
  await expect(page).toHaveURL('/products');
  const search = page.getByRole('combobox', { name: 'Search fragrances' });
  await search.fill('oud');
  await search.press('Enter');
  await expect(field(page, 'Search')).toHaveValue('oud');
});

test('typing asks after a pause, is one step in the history, and can be cleared', async ({
  page,
}) => {
  await page.goto('/products?sortBy=name');
  const calls = listCalls(page);
  await field(page, 'Search').pressSequentially('vanil', { delay: 30 });
  await expect(page).toHaveURL('/products?search=vanil&sortBy=name');
  await field(page, 'Search').pressSequentially('la ');
  await expect(page).toHaveURL('/products?search=vanilla&sortBy=name');
  await expect(field(page, 'Search')).toHaveValue('vanilla ');
  await expect(field(page, 'Search')).toBeFocused();
  expect(calls.length).toBeLessThanOrEqual(3);
  await page.goBack();
  await expect(page).toHaveURL('/products?sortBy=name');
  await expect(field(page, 'Search')).toHaveValue('');
  await page.goForward();
  await expect(field(page, 'Search')).toHaveValue('vanilla');
  await main(page).getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/products?sortBy=name');
  await expect(field(page, 'Search')).toBeFocused();
  await expect(main(page).getByRole('button', { name: 'Clear search' })).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is readable, and no filter is offered', async ({ page }) => {
    await page.goto('/products');
    await expect(cards(page)).toHaveCount(50);
    await expect(field(page, 'Search')).toBeHidden();
    await expect(field(page, 'Category')).toBeHidden();
    await expect(filtersButton(page)).toBeHidden();
  });
});
