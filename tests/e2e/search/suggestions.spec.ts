import type { Route } from '@playwright/test';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  API,
  answerTo,
  asked,
  field,
  holdAnswers,
  options,
  REACT,
  SCRIPT,
  says,
} from './search-box.ts';

test.describe('suggestions', () => {
  test('are five products with picture, highlighted name and price, from two characters on', {
    tag: '@core',
  }, async ({ page }) => {
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
    await expect(first.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await expect(says(page)).toHaveText(/^5 of \d+ products found$/);
  });

  test('have pictures of their size', { tag: '@own' }, async ({ page }) => {
    await page.goto('/');
    await field(page).fill('oud');
    const first = options(page).first().locator('img');
    await expect(first).toHaveJSProperty('naturalWidth', 48);
    const picture = await first.evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(picture).toMatch(/\/160\.avif$/);
  });

  test("show 'Searching...' while they load and 'No products found' when there are none", async ({
    page,
  }) => {
    const answer = await holdAnswers(page);
    await page.goto('/brands');
    await field(page).fill('zzxqk');
    await expect(says(page)).toHaveText('Searching...');
    await noViolation(page);
    await (await answer('zzxqk')).continue();
    await expect(says(page)).toHaveText('No products found');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await noViolation(page);
  });

  test('show a sale price, a picture from `image` alone, an empty frame without one, and a hostile name as text', {
    tag: '@own',
  }, async ({ page }) => {
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

  test('forgive a misspelt word and do not mark it', { tag: '@own' }, async ({ page }) => {
    await page.goto('/brands');
    await field(page).fill('tom frod oud');
    await expect(options(page).first()).toContainText('Tom Ford Oud Wood');
    await expect(options(page).first().locator('mark')).toHaveText(['Tom', 'Oud']);
  });
});

test.describe('answers', () => {
  test('to an older question never replace a newer one', { tag: '@core' }, async ({ page }) => {
    const answer = await holdAnswers(page);
    await page.goto('/brands');
    const newer = await answerTo(page, 'dior');
    await field(page).fill('tom');
    const older = await answer('tom');
    await field(page).fill('dior');
    await (await answer('dior')).continue();
    await expect(options(page)).toHaveText(newer.map(({ shown }) => shown));
    await older.continue().catch(() => {
      // The page has cancelled that query.
    });
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveText(newer.map(({ shown }) => shown));
  });

  test('are kept for the same text', async ({ page }) => {
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

  for (const [what, file] of [
    ['the script', SCRIPT],
    ['React', REACT],
  ] as const) {
    test(`what is typed before ${what} has loaded is not lost`, async ({ page }) => {
      const late = Promise.withResolvers<Route>();
      await page.route(file, (route) => late.resolve(route));
      await page.goto('/brands');
      await field(page).pressSequentially('oud');
      const route = await late.promise;
      await expect(options(page)).toHaveCount(0);
      await route.continue();
      await expect(options(page)).toHaveCount(5);
      await expect(says(page)).toHaveText(/^5 of \d+ products found$/);
    });
  }

  test('do not wait for React: the API is asked before', async ({ page }) => {
    const react = Promise.withResolvers<Route>();
    await page.route(REACT, (route) => react.resolve(route));
    await page.goto('/brands');
    const answer = page.waitForResponse(API);
    await field(page).fill('oud');
    expect((await answer).ok()).toBe(true);
    await expect(options(page)).toHaveCount(0);
    // A closed dropdown stays closed.
    await page.getByRole('heading', { level: 1 }).click();
    await (await react.promise).continue();
    await expect(page.locator('.suggestions')).toBeAttached();
    await expect(options(page)).toHaveCount(0);
    await field(page).press('ArrowDown');
    await expect(options(page)).toHaveCount(5);
  });

  test('nothing is fetched for them before the field is approached', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/brands', { waitUntil: 'load' });
    expect(fetched.filter((url) => /search|react|pagefind|api\/product/i.test(url))).toEqual([]);
    const both = [SCRIPT, REACT].map((file) => page.waitForRequest(file));
    await field(page).focus();
    await Promise.all(both);
    expect(fetched.filter((url) => /pagefind|api\/product/.test(url))).toEqual([]);
  });
});
