import type { Page } from '@playwright/test';
import { typeAddress } from '../checkout/checkout-form.ts';
import { noViolation, noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { BOX, KHAMRAH } from '../support/shop.ts';

/** A set with parts to choose: nothing puts it into the cart before the shopper has chosen. */

const OWN = { tag: '@own' };
const NAME = `Choose what is in ${BOX.name}`;
const cartOf = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('turare:cart') ?? '{"items":[]}').items);

/** Expects that a place leads to the set's page, with nothing in the cart yet. */
async function leadsThere(page: Page, place = page.getByRole('main')): Promise<void> {
  await expect(place.getByRole('button', { name: /^Add .*Box of Three to cart/i })).toHaveCount(0);
  const link = place.getByRole('link', { name: NAME });
  await expect(link).toHaveText('Choose');
  await link.click();
  await expect(page).toHaveURL(BOX.path);
  expect(await cartOf(page)).toEqual([]);
}

for (const [what, path] of [
  ['a collection', '/categories/gift-sets'],
  ['the list', '/products?category=Gift Sets'],
  ['a search', '/products?search=box of three'],
] as const) {
  test(`the card of a set leads to its page: ${what}`, OWN, async ({ page }) => {
    await page.goto(path);
    await leadsThere(page);
  });
}

test('so do quick view and wishlist', OWN, async ({ page }) => {
  await page.goto('/categories/gift-sets');
  await page.getByRole('button', { name: `Add ${BOX.name} to wishlist` }).click();
  await page.getByRole('button', { name: `Quick view of ${BOX.name}` }).click();
  const quick = page.getByRole('dialog', { name: BOX.name });
  await expect(quick.getByRole('list', { name: 'Tags' })).toContainText('gift');
  await noViolation(page);
  await leadsThere(page, quick);

  await page.goto('/brands');
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Wishlist/ })
    .click();
  const wishlist = page.getByRole('dialog', { name: /^Wishlist/ });
  await expect(wishlist.getByRole('link', { name: NAME })).toBeVisible();
  await noViolation(page);
  await leadsThere(page, wishlist);
});

test(
  'so do the cards that are viewed again, and those of other products',
  OWN,
  async ({ page }) => {
    await page.goto(BOX.path);
    await page.goto(KHAMRAH.path);
    await page.getByRole('heading', { name: 'Recently viewed' }).scrollIntoViewIfNeeded();
    await leadsThere(page);
  },
);

test('so does a cart’s link, which cannot hold a choice', OWN, async ({ page }) => {
  await page.goto(`/cart?items=${BOX.id}:2,${KHAMRAH.id}:1`);
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: BOX.name });
  await expect(line).toContainText('Choose what is in it on its page. It is left out.');
  await expect.poll(() => cartOf(page)).toMatchObject([{ id: KHAMRAH.id, quantity: 1 }]);
  await noViolationInMain(page);
});

const FIRST = ['Elixir', 'Lion', 'Aquatica'];
const SECOND = ['Pacific Aura', 'Lion', 'Aquatica'];

/** Adds the set with a choice, on its page. */
async function addChoice(page: Page, names: readonly string[]): Promise<void> {
  const main = page.getByRole('main');
  for (const name of names) await main.getByRole('checkbox', { name }).check();
  await main.getByRole('button', { name: 'ADD TO CART' }).click();
}

test(
  'two choices of it are two lines, which survive undo, reload and ordering',
  OWN,
  async ({ page }) => {
    await page.goto(BOX.path);
    await addChoice(page, FIRST);
    await page.reload();
    await page.getByRole('checkbox', { name: 'Lion' }).check();
    await expect(page.getByRole('group', { name: 'Choose any 3' }).getByRole('status')).toHaveText(
      '1 of 3 chosen Your cart has this set with Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica.',
    );
    await addChoice(page, SECOND);
    await page.getByRole('main').getByRole('button', { name: 'View Cart' }).click();
    const drawer = page.getByRole('dialog', { name: /^Shopping Cart/ });
    await expect(drawer).toHaveAccessibleName('Shopping Cart (2)');
    const lines = drawer.getByRole('listitem');
    await expect(lines).toHaveCount(2);
    await expect(lines.first()).toContainText('Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica');
    await expect(lines.last()).toContainText(
      'Rayhaan Lion, Rayhaan Pacific Aura, Rayhaan Aquatica',
    );
    await noViolation(page);
    await lines
      .first()
      .getByRole('button', { name: `One ${BOX.name} more` })
      .click();
    await lines
      .last()
      .getByRole('button', { name: `Remove ${BOX.name}` })
      .click();
    await expect(drawer).toHaveAccessibleName('Shopping Cart (2)');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(drawer).toHaveAccessibleName('Shopping Cart (3)');
    await page.reload();
    await page.goto('/checkout');
    const summary = page.getByRole('region', { name: 'Order Summary' });
    await expect(summary.getByRole('listitem')).toHaveCount(2);
    await expect(summary.getByRole('listitem').first()).toContainText('2 in the cart');
    await typeAddress(page);
    const request = page.waitForRequest(/payment\/initialize/);
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    const { items } = (await request).postDataJSON();
    expect(items).toMatchObject([
      { productId: BOX.id, quantity: 2, parts: expect.arrayContaining(['rayhaan-elixir']) },
      { productId: BOX.id, quantity: 1, parts: expect.arrayContaining(['rayhaan-pacific-aura']) },
    ]);
    await page.waitForURL(/checkout\/|\/pay/);
  },
);

test(
  'if an order accepts one line of a set, another choice replaces the first',
  OWN,
  async ({ page }) => {
    // As on the page of a backend without product.set.lines.
    await page.route(BOX.path, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('product.set.lines', ''),
      });
    });
    await page.goto(BOX.path);
    const main = page.getByRole('main');
    const add = main.getByRole('button', { name: 'ADD TO CART' });
    const buy = main.getByRole('button', { name: 'BUY NOW' });
    const pick = (name: string) => main.getByRole('checkbox', { name }).check();
    await expect(buy).toBeHidden();
    for (const name of ['Elixir', 'Lion', 'Aquatica']) await pick(name);
    await expect(buy).toBeVisible();
    await add.click();
    expect(await cartOf(page)).toMatchObject([
      {
        id: BOX.id,
        quantity: 1,
        chosen: [
          { id: 'rayhaan-elixir', name: 'Rayhaan Elixir' },
          { id: 'rayhaan-lion', name: 'Rayhaan Lion' },
          { id: 'rayhaan-aquatica', name: 'Rayhaan Aquatica' },
        ],
      },
    ]);
    await page.reload();
    await expect(add).toBeDisabled();
    for (const name of ['Pacific Aura', 'Lion', 'Aquatica']) await pick(name);
    await expect(main.getByRole('group', { name: 'Choose any 3' })).toContainText(
      'Your cart has this set with Rayhaan Elixir, Rayhaan Lion, Rayhaan Aquatica. Adding it again takes the new choice for all of them.',
    );
    await add.click();
    expect(await cartOf(page)).toMatchObject([
      { quantity: 2, chosen: [{ id: 'rayhaan-lion' }, { id: 'rayhaan-pacific-aura' }, {}] },
    ]);
  },
);

test(
  'the page lists the contents of the box, and beside the button what is still to choose',
  OWN,
  async ({ page }) => {
    await page.goto(BOX.path);
    const main = page.getByRole('main');
    const add = main.getByRole('button', { name: 'ADD TO CART' });
    await expect(add).toBeDisabled();
    await expect(add).toHaveAccessibleDescription('Choose 3 more');
    await main.getByRole('checkbox', { name: 'Elixir' }).check();
    await expect(add).toHaveAccessibleDescription('Choose 2 more');
    await expect(main.locator('.set-box img')).toHaveCount(1);
    const box = main.getByRole('region', { name: 'What is in the box' });
    await expect(box.getByRole('link', { name: 'Rayhaan Lion' })).toBeVisible();
    for (const words of ['Concentration', 'Price per ml'])
      await expect(box).not.toContainText(words);
    const json = await page.locator('script[type="application/ld+json"]').textContent();
    expect(JSON.parse(json ?? '')['@graph'][0].additionalProperty).toMatchObject({
      name: 'In the box',
      value: expect.stringMatching(/^Any 3 of Rayhaan Elixir, Rayhaan Lion/),
    });
    const feed = await (await page.request.get('/feeds/google.xml')).text();
    expect(feed).toContain('<g:attribute_value>Any 3 of Rayhaan Elixir');
    await page.goto('/categories/gift-sets');
    await page.getByRole('button', { name: `Quick view of ${BOX.name}` }).click();
    await expect(page.getByRole('dialog', { name: BOX.name })).toContainText(
      'In the box: Any 3 of Rayhaan Elixir',
    );
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a whole choice does not cover the page', OWN, async ({ page }) => {
    await page.goto(BOX.path);
    const main = page.getByRole('main');
    for (const name of ['Elixir', 'Lion', 'Aquatica'])
      await main.getByRole('checkbox', { name }).check();
    await page.evaluate(() => scrollTo(0, 0));
    // For other products, price and buttons stick to the foot of the window. This one would cover its own name.
    await expect(main.getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
    const name = await main.getByRole('heading', { level: 1 }).boundingBox();
    const price = await main.getByText('₦126,000').first().boundingBox();
    expect(price?.y).toBeGreaterThan((name?.y ?? 0) + (name?.height ?? 0));
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says what may be in a set', OWN, async ({ page }) => {
    await page.goto(BOX.path);
    await expect(page.getByRole('heading', { name: 'Any 3 of these' })).toBeVisible();
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Rayhaan Lion' }).first(),
    ).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  });
});
