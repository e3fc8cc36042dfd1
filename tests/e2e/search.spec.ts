import AxeBuilder from '@axe-core/playwright';
import type { Page, Route } from '@playwright/test';
import type { ProductList } from '../../src/contract/product.ts';
import { formatNaira } from '../../src/domain/money.ts';
import { salePrice } from '../../src/domain/price.ts';
import { expect, test } from './fixtures.ts';

const API = '**/api/product?*';

const field = (page: Page) => page.getByRole('combobox', { name: 'Search fragrances' });
const options = (page: Page) => page.getByRole('option');
const says = (page: Page) => page.getByRole('search').getByRole('status');
const axe = (page: Page) => new AxeBuilder({ page }).analyze();

/** The question of a request to the API. */
const asked = (url: string) => new URL(url).searchParams.get('search');

/** What the API answers to a search, as a shopper is to see it. */
async function answerTo(page: Page, search: string) {
  const answer = await page.request.get(
    `/api/product?${new URLSearchParams({ search, limit: '5' })}`,
  );
  const { products } = (await answer.json()) as ProductList;
  return products.map((product) => ({
    ...product,
    shown: `${product.name} ${formatNaira(salePrice(product, Date.now()))}`,
  }));
}

/** Holds the answers to the API's questions until each is let go by name. */
async function holdAnswers(page: Page) {
  const held = new Map<string, PromiseWithResolvers<Route>>();
  const of = (search: string) => {
    const promise = held.get(search) ?? Promise.withResolvers<Route>();
    held.set(search, promise);
    return promise;
  };
  await page.route(API, (route) => of(asked(route.request().url()) ?? '').resolve(route));
  return (search: string) => of(search).promise;
}

test.describe('what is suggested', () => {
  test('five products with picture, highlighted name and price; nothing before two characters', async ({
    page,
  }) => {
    await page.goto('/');
    const expected = await answerTo(page, 'oud');
    const questions: (string | null)[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (url.includes('/api/product?')) questions.push(asked(url));
    });
    await field(page).pressSequentially('o');
    await expect(page.getByRole('listbox')).toBeHidden();
    await field(page).pressSequentially('ud');
    await expect(options(page)).toHaveText(expected.map(({ shown }) => shown));
    expect(expected).toHaveLength(5);
    expect(questions).not.toContain('o');

    const first = options(page).first();
    await expect(first.locator('mark')).toHaveText('Oud');
    await expect(first.locator('img')).toHaveJSProperty('complete', true);
    await expect(first.locator('img')).toHaveJSProperty('naturalWidth', 48);
    const picture = await first.locator('img').evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(picture).toMatch(/\/160\.avif$/);
    await expect(says(page)).toHaveText(/^5 of \d+ products found$/);
  });

  test("'Searching...' while it loads, 'No products found' when there is none", async ({
    page,
  }) => {
    const answer = await holdAnswers(page);
    await page.goto('/brands');
    await field(page).fill('zzxqk');
    await expect(says(page)).toHaveText('Searching...');
    expect((await axe(page)).violations).toEqual([]);
    await (await answer('zzxqk')).continue();
    await expect(says(page)).toHaveText('No products found');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    expect((await axe(page)).violations).toEqual([]);
  });

  test('a sale price, a picture that is only `image`, a calm frame without one, a hostile name', async ({
    page,
  }) => {
    const [model] = await answerTo(page, 'oud wood');
    const names = ['Oud <img src=x onerror=alert(1)>', 'Oud & Amber', 'Oud Bare'];
    await page.route(API, (route) =>
      route.fulfill({
        json: {
          total: 3,
          products: [
            {
              ...model,
              name: names[0],
              price: 20_000,
              discount: { type: 'percentage', amount: 25 },
            },
            { ...model, name: names[1], images: [], image: model?.images[0] },
            { ...model, name: names[2], images: [], image: undefined, pictures: [] },
          ],
        },
      }),
    );
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(options(page)).toHaveCount(3);
    await expect(options(page).first()).toContainText(`${names[0]} ₦15,000`);
    await expect(options(page).locator('mark')).toHaveText(['Oud', 'Oud', 'Oud']);
    await expect(options(page).nth(1).locator('img')).toHaveAttribute('src', /\/160\.jpg$/);
    await expect(options(page).nth(2).locator('img')).toHaveCount(0);
    await expect(says(page)).toHaveText('3 products found');
  });

  test('misspelt, it is found all the same; the rest of the name is not marked', async ({
    page,
  }) => {
    await page.goto('/brands');
    await field(page).fill('tom frod oud');
    await expect(options(page).first()).toContainText('Tom Ford Oud Wood');
    await expect(options(page).first().locator('mark')).toHaveText(['Tom', 'Oud']);
  });
});

test.describe('the keyboard', () => {
  test('arrows, Home and End move the active option; Enter goes to its product', async ({
    page,
  }) => {
    await page.goto('/brands');
    const [first] = await answerTo(page, 'tom');
    await field(page).fill('tom');
    await expect(options(page)).toHaveCount(5);
    const active = () => page.locator('[role="option"][aria-selected="true"]');
    await expect(active()).toHaveCount(0);
    for (const [key, number] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['End', 5],
      ['ArrowDown', 1],
      ['ArrowUp', 5],
      ['Home', 1],
    ] as const) {
      await field(page).press(key);
      await expect(active()).toHaveId(`suggestion-${number}`);
      await expect(field(page)).toHaveAttribute('aria-activedescendant', `suggestion-${number}`);
    }
    await expect(field(page)).toBeFocused();
    expect((await axe(page)).violations).toEqual([]);
    await field(page).press('Enter');
    await expect(page).toHaveURL(`/products/${first?.id}`);
  });

  test('typing on takes the active option back; Enter without one searches the list', async ({
    page,
  }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page)).toHaveCount(5);
    await field(page).press('ArrowDown');
    await field(page).press('End');
    await field(page).pressSequentially(' f');
    await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/products\?search=tom(\+|%20)f$/);
  });

  test('Escape closes and keeps the text, an arrow opens again, Tab leaves', async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await field(page).press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(field(page)).toHaveValue('tom');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await field(page).press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await field(page).press('Tab');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused();
  });

  test('the clear button empties the field, closes the list and gives the focus back', async ({
    page,
  }) => {
    await page.goto('/brands');
    const clear = page.getByRole('button', { name: 'Clear search' });
    await expect(clear).toBeHidden();
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await clear.click();
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(clear).toBeHidden();
  });
});

test.describe('the pointer', () => {
  test('a click goes to the product, and the list is closed on the way back', async ({ page }) => {
    await page.goto('/brands');
    const [, second] = await answerTo(page, 'tom');
    await field(page).fill('tom');
    await options(page).nth(1).click();
    await expect(page).toHaveURL(`/products/${second?.id}`);
    await page.goBack();
    await expect(page.getByRole('listbox')).toBeHidden();
  });

  test('a click outside closes, a click into the field opens again', async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await page.mouse.click(30, 600);
    await expect(page.getByRole('listbox')).toBeHidden();
    await field(page).click();
    await expect(options(page).first()).toBeVisible();
  });

  test('the search button goes to the list', async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('oud');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL('/products?search=oud');
  });

  test('on a phone it is as wide as the page, by touch', async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.goto('/brands');
    await field(page).tap();
    await field(page).pressSequentially('oud');
    const list = page.getByRole('listbox');
    await expect(options(page)).toHaveCount(5);
    expect((await list.boundingBox())?.width).toBeGreaterThan(370);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    expect((await axe(page)).violations).toEqual([]);
    await options(page).first().tap();
    await expect(page).toHaveURL(/\/products\/[\w-]+$/);
    await context.close();
  });
});

test.describe('answers', () => {
  test('a late one to an older question never overwrites a newer one', async ({ page }) => {
    const answer = await holdAnswers(page);
    await page.goto('/brands');
    const newer = await answerTo(page, 'dior');
    await field(page).fill('tom');
    const older = await answer('tom');
    await field(page).fill('dior');
    await (await answer('dior')).continue();
    await expect(options(page)).toHaveText(newer.map(({ shown }) => shown));
    await older.continue().catch(() => {
      // The page has ended that question itself.
    });
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveText(newer.map(({ shown }) => shown));
  });

  test('are kept: the same text is not asked for twice', async ({ page }) => {
    const questions: (string | null)[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (url.includes('/api/product?')) questions.push(asked(url));
    });
    await page.goto('/brands');
    for (const text of ['tom', 'dior', 'tom']) {
      await field(page).fill(text);
      await expect(options(page).first().locator('mark').first()).toHaveText(new RegExp(text, 'i'));
    }
    expect(questions).toEqual(['tom', 'dior']);
  });

  test('what is typed before the script has come is not lost', async ({ page }) => {
    const script = Promise.withResolvers<Route>();
    await page.route(/search-box\.[\w-]+\.js$/, (route) => script.resolve(route));
    await page.goto('/brands');
    await field(page).pressSequentially('oud');
    const route = await script.promise;
    await expect(options(page)).toHaveCount(0);
    await route.continue();
    await expect(options(page)).toHaveCount(5);
  });

  test('nothing is fetched for it before the field is reached for', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/brands', { waitUntil: 'load' });
    expect(fetched.filter((url) => /search|pagefind|api\/product/.test(url))).toEqual([]);
    const script = page.waitForRequest(/search-box\.[\w-]+\.js$/);
    await field(page).focus();
    await script;
    expect(fetched.filter((url) => /react|pagefind/.test(url))).toEqual([]);
  });
});

test.describe('without an answer of the API', () => {
  test.use({ allowConsole: [/Failed to load resource|Pagefind/] });

  const unpriced = /products? found\. Prices are shown on the product page\.$/;

  for (const [how, fail] of [
    ['cannot be reached', (route: Route) => route.abort()],
    ['is out of order', (route: Route) => route.fulfill({ status: 503, body: 'Bad gateway' })],
    ['answers nonsense', (route: Route) => route.fulfill({ body: '{"products":7}' })],
    // Never answered: the page gives up waiting by itself.
    ['is slow', () => {}],
  ] as const) {
    test(`that ${how}, the site's own index suggests, without prices`, async ({ page }) => {
      await page.route(API, fail);
      await page.goto('/brands');
      await field(page).fill('khamrah');
      await expect(options(page).first()).toHaveText(/^Lattafa Khamrah/);
      await expect(options(page).first().locator('mark')).toHaveText('Khamrah');
      await expect(options(page).first().locator('img')).toBeVisible();
      await expect(says(page)).toHaveText(unpriced);
      await expect(options(page).filter({ hasText: '₦' })).toHaveCount(0);
      expect((await axe(page)).violations).toEqual([]);
      await options(page).first().click();
      await expect(page).toHaveURL('/products/lattafa-khamrah');
    });
  }

  test('offline: nothing was loaded, and it says so; the text stays', async ({ page, context }) => {
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(options(page)).toHaveCount(5);
    await context.setOffline(true);
    await field(page).fill('rose');
    await expect(says(page)).toHaveText(/^You are offline/);
    await expect(field(page)).toHaveValue('rose');
    expect((await axe(page)).violations).toEqual([]);
    // Back online the same text is asked for again.
    await context.setOffline(false);
    await field(page).press('Escape');
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveCount(5);
  });

  test('offline, once the index was loaded, every word of the catalogue is found', async ({
    page,
    context,
  }) => {
    await page.route(API, (route) => route.abort());
    await page.goto('/brands');
    const parts = new Set<string>();
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.pf_fragment')) parts.add(request.url());
    });
    const entry = await (await page.request.get('/pagefind/pagefind-entry.json')).json();
    await field(page).fill('khamrah');
    await expect(options(page).first()).toHaveText(/^Lattafa Khamrah/);
    // The rest of a small index comes by itself, 20 records in a file.
    await expect.poll(() => parts.size).toBe(Math.ceil(entry.languages.en.page_count / 20));
    await context.setOffline(true);
    for (const [typed, name] of [
      ['sauvage', 'Dior Sauvage'],
      ['oud wood', 'Tom Ford Oud Wood'],
      ['tuberose', ''],
    ] as const) {
      await field(page).fill(typed);
      await expect(options(page).first()).toContainText(name);
      await expect(says(page)).toHaveText(unpriced);
    }
    await field(page).fill('zzxqk');
    await expect(says(page)).toHaveText('No products found');
  });

  test('nor of the index: a plain sentence, and the form still searches', async ({ page }) => {
    await page.route('**/pagefind/**', (route) => route.abort());
    await page.route(API, (route) => route.abort());
    await page.goto('/brands');
    await field(page).fill('oud');
    await expect(says(page)).toHaveText(
      'Suggestions cannot be shown right now. Press Search to see all results.',
    );
    await expect(options(page)).toHaveCount(0);
    expect((await axe(page)).violations).toEqual([]);
    await page.unroute(API);
    await field(page).press('Enter');
    await expect(page).toHaveURL('/products?search=oud');
  });
});

test('without JavaScript there is no field that would find nothing', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('search')).toBeHidden();
  await expect(page.getByRole('link', { name: 'Brands' }).first()).toBeVisible();
  await context.close();
});
