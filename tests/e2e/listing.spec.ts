import AxeBuilder from '@axe-core/playwright';
import type { APIRequestContext, Page, Route } from '@playwright/test';
import fc from 'fast-check';
import type { Product, ProductList } from '../../src/contract/product.ts';
import { fragranceName } from '../../src/domain/product-name.ts';
import { expect, test } from './fixtures.ts';

const LISTS = '**/api/product?*';
const TAGS = '**/api/app-data/tags';
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1280, height: 900 };

const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) =>
  main(page).getByRole('listitem').getByRole('heading', { level: 2 }).getByRole('link');
const count = (page: Page) => main(page).locator('.page-head').getByRole('status');
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
const tag = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const filtersButton = (page: Page) => main(page).getByRole('button', { name: 'Filters' });
/** All cards are made of one pattern: some of them say what fifty would; a11y/pages.spec.ts looks at every one. */
const noViolation = async (page: Page) => {
  const axe = new AxeBuilder({ page }).exclude('.cards > :nth-child(n + 9)');
  expect((await axe.analyze()).violations).toEqual([]);
};

/** The calls for lists that a page makes from now on. */
function listCalls(page: Page): URL[] {
  const calls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/product') calls.push(url);
  });
  return calls;
}

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

test('the six sort options ask as the mapping has it', async ({ page }) => {
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

test('15 skeletons until the list comes; nothing moves', async ({ page }) => {
  const held = Promise.withResolvers<Route>();
  await page.route(LISTS, (route) => held.resolve(route));
  await page.addInitScript(() => {
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.sum += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/products?search=vanilla&category=women&tag=Gourmand&sortBy=price-desc');
  const route = await held.promise;
  await expect(page.locator('.listing-skeletons > li')).toHaveCount(15);
  await expect(page.locator('.listing-skeletons')).toBeVisible();
  await expect(cards(page)).toHaveCount(0);
  await expect(
    page.getByRole('heading', { name: '“vanilla” in women tagged “Gourmand”' }),
  ).toBeVisible();
  await expect(page).toHaveTitle('“vanilla” in women tagged “Gourmand” · Turare');
  await expect(count(page)).toBeHidden();
  await route.continue();
  await expect(count(page)).toHaveText(/^\d+ fragrances?$/);
  await expect(page.locator('.listing-skeletons')).toBeHidden();
  await expect(field(page, 'Category')).toHaveValue('Women');
  await expect(field(page, 'Sort by')).toHaveValue('price-desc');
  await expect(field(page, 'Search')).toHaveValue('vanilla');
  await expect(tag(page, 'gourmand')).toHaveAttribute('aria-pressed', 'true');
  const strip = page.getByRole('navigation', { name: 'Categories' });
  await expect(strip.getByRole('link', { name: 'Women', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
  // A font that comes late may move a word by a hair; a row that moves counts for more.
  expect(
    await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum),
  ).toBeLessThan(0.001);
});

test.describe('with the API in trouble', () => {
  test.use({ allowConsole: [/status of 503|ERR_FAILED/] });

  test('Failed to load products; Try Again reloads', async ({ page }) => {
    await page.route(LISTS, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.goto('/products?tag=oud');
    const alert = page.getByRole('alert').filter({ hasText: 'Failed to load products' });
    await expect(alert).toBeVisible();
    await page.unroute(LISTS);
    const reloaded = page.waitForEvent('load');
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await reloaded;
    await expect(cards(page).first()).toBeVisible();
    await expect(alert).toBeHidden();
  });

  test('an answer that is no list, or no connection, is a failure as well', async ({ page }) => {
    await page.route(LISTS, (route) => route.fulfill({ body: '<html>' }));
    await page.goto('/products?tag=oud');
    await expect(page.getByText('Failed to load products')).toBeVisible();
    await page.unroute(LISTS);
    await page.route(LISTS, (route) => route.abort());
    await field(page, 'Sort by').selectOption('price');
    await expect(page.getByText('Failed to load products')).toBeVisible();
    // The default view needs no answer.
    await main(page).getByRole('link', { name: 'Clear Filters' }).click();
    await expect(cards(page)).toHaveCount(50);
  });

  test('Loading tags..., Failed to load tags, and another try', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    await page.route(TAGS, (route) => held.resolve(route), { times: 1 });
    await page.goto('/products');
    const route = await held.promise;
    await expect(page.getByText('Loading tags...')).toBeVisible();
    await route.fulfill({ status: 503, body: '{}' });
    await expect(page.getByText('Failed to load tags')).toBeVisible();
    await expect(page.getByText('Loading tags...')).toBeHidden();
    await main(page).getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(main(page).getByRole('group', { name: 'Tags' })).toBeFocused();
    await expect(tag(page, 'oud')).toBeVisible();
    await expect(page.getByText('Failed to load tags')).toBeHidden();
  });
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

test('Clear Filters in the panel resets everything', async ({ page }) => {
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

test('any filter begins at page 1, and each can be taken away by its words', async ({ page }) => {
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

test('a brand is shown as such, and a search from the top bar finds its words in the panel', async ({
  page,
}) => {
  await page.goto('/products?brand=dior');
  await expect(page.getByRole('heading', { name: 'dior', level: 1 })).toBeVisible();
  await expect(field(page, 'Category')).toHaveValue('dior');
  await main(page).getByRole('link', { name: 'dior: remove this filter' }).click();
  await expect(page).toHaveURL('/products');
});

test('typing asks once it rests, is one step back, and can be cleared', async ({ page }) => {
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

test('what is typed before the script has come is searched for when it comes', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products?sortBy=name', { waitUntil: 'commit' });
  await field(page, 'Search').fill('vanilla');
  held.resolve();
  await expect(page).toHaveURL('/products?search=vanilla&sortBy=name');
  await expect(field(page, 'Search')).toHaveValue('vanilla');
});

test('of the filters pressed while their script is on its way, the last counts', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/listing-filters[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products');
  const tags = main(page).getByRole('group', { name: 'Tags' }).getByRole('button');
  for (const index of [0, 1, 2, 3, 4]) await tags.nth(index).click();
  held.resolve();
  const last = (await tags.nth(4).textContent()) ?? '';
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Tagged “${last}”`);
});

test('a late answer never takes the place of a newer one', async ({ page, request }) => {
  const late = Promise.withResolvers<Route>();
  await page.route(
    (url) => url.searchParams.get('tag') === 'oud',
    (route) => late.resolve(route),
  );
  await page.goto('/products');
  await tag(page, 'oud').click();
  await late.promise;
  // The page gives the older call up: nothing of it can come any more.
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('oud'));
  await tag(page, 'aquatic').click();
  await givenUp;
  const { products } = await answerFor(request, { ...PLAIN, tag: 'aquatic' });
  await expect(cards(page)).toHaveText(products.map(cardName));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tagged “aquatic”');
});

/** Lets the API answer as if there were `totalPages` pages. */
async function pretendPages(page: Page, totalPages: number): Promise<void> {
  await page.route(LISTS, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('page', '1');
    const list = (await (await route.fetch({ url: url.href })).json()) as ProductList;
    await route.fulfill({ json: { ...list, totalPages } });
  });
}

for (const [at, words] of [
  [1, '1 2 3 … 20 Next'],
  [10, 'Previous 1 … 8 9 10 11 12 … 20 Next'],
  [20, 'Previous 1 … 18 19 20'],
] as const) {
  test(`page ${at} of 20: window, ends and gaps`, async ({ page }) => {
    await pretendPages(page, 20);
    await page.goto(`/products?sortBy=name&page=${at}`);
    await expect(pages(page)).toBeVisible();
    const texts = await pages(page).locator('a, span').allTextContents();
    expect(texts.join(' ')).toBe(words);
    await expect(pages(page).locator('[aria-current="page"]')).toHaveText(String(at));
  });
}

test('one page has no pagination', async ({ page }) => {
  await page.goto('/products?tag=aquatic');
  await expect(cards(page).first()).toBeVisible();
  await expect(pages(page)).toBeHidden();
});

for (const motion of ['no-preference', 'reduce'] as const) {
  test(`changing the page scrolls to the top (motion: ${motion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.addInitScript(() => {
      const scrolls: unknown[] = [];
      Object.assign(window, { scrolls });
      const original = window.scrollTo.bind(window);
      window.scrollTo = ((options: ScrollToOptions) => {
        scrolls.push(options);
        original(options);
      }) as typeof window.scrollTo;
    });
    await page.goto('/products');
    await pages(page).getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL('/products?page=2');
    // Chromium's own animation may leave out its last pixel when frames were dropped.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThanOrEqual(1);
    const wanted = { top: 0, behavior: motion === 'reduce' ? 'instant' : 'smooth' };
    expect(
      await page.evaluate(() => (window as unknown as { scrolls: unknown[] }).scrolls),
    ).toContainEqual(wanted);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await pages(page).getByRole('link', { name: 'Previous' }).click();
    await expect(page).toHaveURL('/products');
  });
}

for (const [width, columns] of [
  [390, 2],
  [1024, 3],
  [1280, 5],
] as const) {
  test(`${columns} columns at ${width}px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const tracks = (selector: string) =>
      page
        .locator(selector)
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    await page.goto('/products');
    expect(await tracks('.listing-default .cards')).toBe(columns);
    await page.goto('/products?sortBy=name');
    await expect(cards(page)).toHaveCount(50);
    expect(await tracks('.listing-results')).toBe(columns);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the panel by keyboard: opens, filters, says how many, gives the focus back', async ({
    page,
  }) => {
    let tagCalls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/app-data/tags')) tagCalls++;
    });
    await page.goto('/products');
    await expect(page.getByLabel('Sort by')).toBeHidden();
    expect(tagCalls).toBe(0);
    await filtersButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Close filters' })).toBeFocused();
    await expect(tag(page, 'oud')).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(field(page, 'Search')).toBeFocused();
    await page.keyboard.type('lattafa');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/products?search=lattafa');
    await expect(panel(page).getByRole('status').last()).toHaveText(/^\d+ fragrances?$/);
    await expect(field(page, 'Search')).toBeFocused();
    await tag(page, 'oud').focus();
    await page.keyboard.press('Space');
    await expect(page).toHaveURL('/products?search=lattafa&tag=oud');
    await expect(tag(page, 'oud')).toBeFocused();

    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(filtersButton(page)).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“lattafa” tagged “oud”');
  });

  test('Show and the backdrop close the panel; Clear Filters keeps it open', async ({ page }) => {
    await page.goto('/products?tag=oud');
    await filtersButton(page).click();
    await panel(page).getByRole('link', { name: 'Clear Filters' }).click();
    await expect(page).toHaveURL('/products');
    await expect(panel(page)).toBeVisible();
    await expect(tag(page, 'oud')).toHaveAttribute('aria-pressed', 'false');
    await panel(page).getByRole('button', { name: 'Show' }).click();
    await expect(panel(page)).toBeHidden();
    await expect(filtersButton(page)).toBeFocused();
  });

  test('turned to a wide screen, the filters go beside the grid with what they hold', async ({
    page,
  }) => {
    await page.goto('/products?sortBy=name');
    await filtersButton(page).click();
    await field(page, 'Sort by').focus();
    await page.setViewportSize(WIDE);
    await expect(panel(page)).toBeHidden();
    await expect(field(page, 'Sort by')).toBeVisible();
    await expect(field(page, 'Sort by')).toBeFocused();
    await expect(field(page, 'Sort by')).toHaveValue('name');
    await page.setViewportSize(PHONE);
    await expect(field(page, 'Sort by')).toBeHidden();
  });
});

test.describe('axe', () => {
  test.slow();
  test.use({ allowConsole: [/status of 503/] });

  test('beside the grid: the list, nothing found', async ({ page }) => {
    await page.goto('/products?tag=aquatic&sortBy=price');
    await expect(cards(page).first()).toBeVisible();
    await expect(tag(page, 'oud')).toBeVisible();
    await noViolation(page);
    await page.goto('/products?search=qqqqxxxx');
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
    await noViolation(page);
  });

  test('beside the grid: while loading, and when nothing can be loaded', async ({ page }) => {
    const held = Promise.withResolvers<Route>();
    await page.route(TAGS, (route) => route.fulfill({ status: 503, body: '{}' }));
    await page.route(LISTS, (route) => held.resolve(route));
    await page.goto('/products?tag=aquatic');
    const route = await held.promise;
    await expect(page.getByText('Failed to load tags')).toBeVisible();
    await noViolation(page);
    await route.fulfill({ status: 503, body: '{}' });
    await expect(page.getByText('Failed to load products')).toBeVisible();
    await noViolation(page);
  });

  test('the panel on a phone, closed and open', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/products?tag=aquatic');
    await expect(cards(page).first()).toBeVisible();
    await noViolation(page);
    await filtersButton(page).click();
    await expect(tag(page, 'aquatic')).toHaveAttribute('aria-pressed', 'true');
    await noViolation(page);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list reads, and no filter is offered', async ({ page }) => {
    await page.goto('/products');
    await expect(cards(page)).toHaveCount(50);
    await expect(field(page, 'Search')).toBeHidden();
    await expect(field(page, 'Category')).toBeHidden();
    await expect(filtersButton(page)).toBeHidden();
  });
});

/* ---- What is on screen is the API's answer for the URL, wherever one has come from. ---- */

interface State {
  search: string;
  category: string;
  tag: string;
  sortBy: string;
  page: number;
}
const PLAIN: State = { search: '', category: '', tag: '', sortBy: 'createdAt', page: 1 };

type Step =
  | { do: 'set'; key: 'search' | 'category' | 'tag' | 'sortBy'; value: string }
  | { do: 'page'; number: number }
  | { do: 'clear' | 'back' | 'forward' | 'reload' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...[
    ['search', ['', 'vanilla', 'yves sant laurent', 'oud & rose', 'qqqqxxxx']],
    ['category', ['', 'Women', 'Designer', 'Gift Sets']],
    ['tag', ['fresh', 'everyday', 'woody']],
    ['sortBy', ['createdAt', 'price', 'price-desc', 'name', 'name-desc', 'soldCount']],
  ].map(([key, values]) =>
    fc.record({
      do: fc.constant('set' as const),
      key: fc.constant(key as 'search'),
      value: fc.constantFrom(...(values as string[])),
    }),
  ),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('page' as const), number: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const) }) },
  fc.record({ do: fc.constantFrom('forward' as const, 'reload' as const, 'clear' as const) }),
);

/** The API's answer for a state, asked as spec §7 has it. */
async function answerFor(request: APIRequestContext, state: State): Promise<ProductList> {
  const sort: Record<string, [string, string]> = {
    'price-desc': ['price', 'desc'],
    'name-desc': ['name', 'desc'],
    price: ['price', 'asc'],
    name: ['name', 'asc'],
  };
  const [sortBy, sortOrder] = sort[state.sortBy] ?? [state.sortBy, 'desc'];
  const { search, category, tag, page } = state;
  const params = { search, category, tag, page, limit: 50, sortBy, sortOrder };
  return (await request.get('/api/product', { params })).json();
}

/** A product's name as its card shows it. */
const cardName = ({ name, brand }: Product) =>
  `${brand ?? ''} ${fragranceName(name, brand)}`.trim();

/** What the URL says, read by the shortest means. */
function urlState(url: string): State {
  const given = Object.fromEntries(new URL(url).searchParams);
  return { ...PLAIN, ...given, page: Number(given.page ?? 1) } as State;
}

async function expectShown(page: Page, request: APIRequestContext, state: State): Promise<number> {
  await expect.poll(() => urlState(page.url())).toEqual(state);
  const { products, total, totalPages } = await answerFor(request, state);
  await expect(cards(page)).toHaveText(products.map(cardName));
  const words = total === 1 ? '1 fragrance' : `${total} fragrances`;
  const which = state.page > 1 ? `, page ${state.page} of ${totalPages}` : '';
  await expect(count(page)).toHaveText(products.length > 0 ? words + which : 'No products found');
  const numbers = products.length > 0 && totalPages > 1 ? [1, 2].slice(0, totalPages) : [];
  await expect(pages(page).getByRole('link', { name: /^Page/ })).toHaveText(numbers.map(String));
  if (numbers.length > 0)
    await expect(pages(page).locator('[aria-current]')).toHaveText(String(state.page));
  await expect(field(page, 'Search')).toHaveValue(state.search);
  await expect(field(page, 'Category')).toHaveValue(state.category);
  await expect(field(page, 'Sort by')).toHaveValue(state.sortBy);
  const pressed = main(page).getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(state.tag ? [state.tag] : []);
  return products.length > 0 ? totalPages : 0;
}

/** Makes a set of the filters; undefined when it would change nothing. */
async function set(page: Page, state: State, step: Step & { do: 'set' }): Promise<State> {
  const { key, value } = step;
  if (key === 'tag') {
    await tag(page, value).click();
    return { ...state, page: 1, tag: state.tag === value ? '' : value };
  }
  if (state[key] === value) return state;
  if (key === 'search') {
    await field(page, 'Search').fill(value);
    await field(page, 'Search').press('Enter');
  } else {
    await field(page, key === 'category' ? 'Category' : 'Sort by').selectOption(value);
  }
  return { ...state, page: 1, [key]: value };
}

test('whatever way one takes, the screen shows what the API answers for the URL', async ({
  page,
  request,
}) => {
  test.setTimeout(90_000);
  const walk = async (steps: Step[]) => {
    await page.goto('/products');
    await expect(tag(page, 'fresh')).toBeVisible();
    const past: State[] = [PLAIN];
    let at = 0;
    let last = await expectShown(page, request, PLAIN);
    for (const step of steps) {
      const here = past[at] ?? PLAIN;
      let next = here;
      if (step.do === 'set') next = await set(page, here, step);
      else if (step.do === 'page' && last > 1) {
        next = { ...here, page: (step.number % last) + 1 };
        await pages(page)
          .getByRole('link', { name: `Page ${next.page}`, exact: true })
          .click();
      } else if (step.do === 'clear') {
        next = PLAIN;
        await main(page).getByRole('link', { name: 'Clear Filters' }).first().click();
      } else if (step.do === 'reload') await page.reload();
      else if (step.do === 'back' && at > 0) {
        await page.goBack();
        at--;
        next = past[at] ?? PLAIN;
      } else if (step.do === 'forward' && at < past.length - 1) {
        await page.goForward();
        at++;
        next = past[at] ?? PLAIN;
      }
      if (JSON.stringify(next) !== JSON.stringify(past[at])) {
        past.splice(++at, past.length, next);
      }
      last = await expectShown(page, request, next);
    }
  };
  // On a failure the message names seed and path; no shrinking, which would take minutes.
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 12, maxLength: 14, size: 'max' }), walk),
    { numRuns: 2, endOnFailure: true },
  );
});
