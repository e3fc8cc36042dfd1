import type { Page } from '@playwright/test';
import { parse } from 'acorn';
import { built } from '../support/built.ts';
import { expect, test } from '../support/fixtures.ts';
import { newEmail } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';

/** The floor is Chromium 115, Safari 17.0 and Firefox 125 (decision 30). All of them have ECMAScript 2022. */
const YEAR = 2022;

/** Features that a browser at the floor lacks. A page may use them where they exist, and works without them. */
const YOUNGER: Record<string, string[]> = {
  window: ['requestIdleCallback', 'navigation', 'scheduler', 'fetchLater', 'Iterator'],
  URL: ['canParse', 'parse'],
  Object: ['groupBy'],
  Map: ['groupBy'],
  Promise: ['withResolvers', 'try'],
  Array: ['fromAsync'],
  RegExp: ['escape'],
  AbortSignal: ['any'],
  'Set.prototype': ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf'],
  'Element.prototype': ['checkVisibility', 'setHTML'],
  'Document.prototype': ['startViewTransition'],
  'HTMLButtonElement.prototype': ['command', 'commandForElement'],
  'HTMLDialogElement.prototype': ['requestClose', 'closedBy'],
};

/** Declarations that improve a page where a browser knows them, and do nothing elsewhere. */
const EMBELLISHING =
  /(?:text-wrap|content-visibility|contain-intrinsic-size|scrollbar-gutter|view-transition-name):[^;}]+/g;

/** Other features newer than the floor must not be in a sheet: they would have no fallback. */
const WITHOUT_FALLBACK =
  /@starting-style|@scope|@position-try|@function|light-dark[(]|field-sizing:|interpolate-size:|anchor[(]|position-area:|:user-(?:in)?valid|:open\b|::details-content|rgb[(]from|[(]from var|\bif[(]/;

test('every built script is ECMAScript of the floor', { tag: '@own' }, async () => {
  for (const [name, source] of await built('.js')) {
    expect(() => parse(source, { ecmaVersion: YEAR, sourceType: 'module' }), name).not.toThrow();
  }
});

test('no style sheet uses features that the oldest supported browser lacks', {
  tag: '@own',
}, async () => {
  for (const [name, source] of await built('.css')) {
    // Rules under @supports are only for browsers that have the feature.
    const always = source.replace(/@supports[^{]*[{](?:[^{}]*[{][^{}]*[}])*[^{}]*[}]/g, '');
    expect(WITHOUT_FALLBACK.exec(always)?.[0], name).toBeUndefined();
  }
});

/** Reduces the browser to one at the floor. */
async function becomeOld(page: Page): Promise<void> {
  await page.addInitScript((younger) => {
    for (const [holder, names] of Object.entries(younger)) {
      const found = holder
        .split('.')
        .reduce<unknown>((at, name) => Reflect.get(Object(at), name), globalThis);
      for (const name of names) Reflect.deleteProperty(Object(found), name);
    }
  }, YOUNGER);
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(EMBELLISHING, ''),
    });
  });
}

test('from the landing page to a paid order in a browser at the floor', async ({ page }) => {
  await becomeOld(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  expect(await page.evaluate(() => 'canParse' in URL || 'navigation' in window)).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('navigation', { name: 'Menu' })
    .getByRole('link', { name: 'Products' })
    .click();
  await expect(page).toHaveURL('/products');
  await page.getByRole('main').getByRole('link', { name: 'Lattafa Khamrah' }).first().click();
  await expect(page).toHaveURL(KHAMRAH.path);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByText('Added to Cart')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await page.getByLabel('Full Name').fill('Amina Bello');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Phone').fill('0803 123 4567');
  await page.getByLabel('Address', { exact: true }).fill('5 Zoo Road');
  await page.getByLabel('State').selectOption('Kano');
  await page.getByLabel('City').selectOption('Nasarawa');
  const places = page.getByLabel('Shipping Location');
  const kano = places.getByRole('option', { name: /Kano/ }).first();
  await places.selectOption((await kano.getAttribute('value')) ?? '');
  await page.getByRole('button', { name: 'Proceed to Payment' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});
