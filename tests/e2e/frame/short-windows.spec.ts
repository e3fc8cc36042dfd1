import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, shippingPlace, storedCart } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

/** At 400 % zoom, and with a phone's keyboard open. */
const WINDOWS = [
  { width: 320, height: 256 },
  { width: 390, height: 300 },
];
/** CSS pixels below which a scrolling part is unreadable. */
const READABLE = 160;

/** Returns the heights of the scrolling parts. */
const scrollers = (dialog: Locator) =>
  dialog.evaluate((root) =>
    [root, ...root.querySelectorAll('*')]
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ clientHeight }) => clientHeight),
  );

/** Returns the controls of a dialog that focus does not bring fully into view, by their words. */
const outOfSight = (dialog: Locator) =>
  dialog.evaluate((root) => {
    const controls = root.querySelectorAll<HTMLElement>('a, button, input, select, summary');
    const labelOf = (control: HTMLElement) =>
      control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .filter((control) => {
        control.focus({ preventScroll: false });
        const { top, bottom, left, width, height } = control.getBoundingClientRect();
        if (height > innerHeight) return false;
        const found = document.elementFromPoint(left + width / 2, top + height / 2);
        const isThere = control.contains(found) || labelOf(control)?.contains(found);
        return top < -1 || bottom > innerHeight + 1 || !isThere;
      })
      .map((control) => control.textContent || control.ariaLabel || control.outerHTML);
  });

async function readable(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  for (const height of await scrollers(dialog)) expect(height).toBeGreaterThanOrEqual(READABLE);
  expect(await outOfSight(dialog)).toEqual([]);
}

const openCart = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  return page.getByRole('dialog', { name: /^Shopping Cart/ });
};

for (const viewport of WINDOWS) {
  test.describe(`${viewport.width} × ${viewport.height}`, () => {
    test.use({ viewport });

    test('the cart is readable and usable, with a place chosen', async ({ page, request }) => {
      const { place } = await shippingPlace(request);
      await seedStorage(page, {
        ...storedCart([await cartLine(request, KHAMRAH.id), await cartLine(request, OUD_WOOD.id)]),
        'turare:destination': { state: 'Lagos', area: '', place },
      });
      await page.goto('/brands');
      const cart = await openCart(page);
      await expect(cart.getByText('plus delivery to')).toBeVisible();
      await readable(cart);
    });

    test('the filters', async ({ page }) => {
      await page.goto('/products');
      await page.getByRole('button', { name: /^Filters/ }).click();
      const filters = page.getByRole('dialog', { name: 'Filters' });
      await expect(filters.getByRole('button', { pressed: false }).first()).toBeVisible();
      await readable(filters);
    });

    test('the quick view', async ({ page }) => {
      await page.goto('/products');
      await page.locator('[data-open="quick-view"]').first().click();
      const quick = page.getByRole('dialog').filter({ has: page.locator('.quick') });
      await expect(quick.getByRole('button', { name: /add to cart/i })).toBeVisible();
      await readable(quick);
    });

    test('the reviews', async ({ page }) => {
      await page.goto(KHAMRAH.path);
      await page
        .getByRole('button', { name: /review/i })
        .first()
        .click();
      const reviews = page.getByRole('dialog', { name: 'Reviews & Ratings' });
      await expect(reviews.getByRole('button', { name: 'Write a Review' })).toBeVisible();
      await readable(reviews);
    });

    test('the menu', async ({ page }) => {
      await page.goto('/brands');
      await page.getByRole('banner').getByRole('button', { name: /menu/i }).click();
      await readable(page.getByRole('navigation', { name: 'Menu' }));
    });
  });
}

test('the quick view cuts no tag, however long the description is', async ({ page }) => {
  await page.route('**/api/product/*', async (route) => {
    const answer = await route.fetch();
    const detail = (await answer.json()) as { product: { description: string } };
    detail.product.description = `${detail.product.description} `.repeat(12);
    await route.fulfill({ json: detail });
  });
  await page.setViewportSize({ width: 390, height: 664 });
  await page.goto('/products');
  await page.locator('[data-open="quick-view"]').first().click();
  const quick = page.getByRole('dialog').filter({ has: page.locator('.quick') });
  const tags = quick.getByRole('list', { name: 'Tags' }).getByRole('listitem');
  await expect(tags.first()).toBeVisible();
  for (const tag of await tags.all()) await expect(tag).toBeInViewport({ ratio: 1 });
});
