/** A toast on a page covers no field, button or heading that she needs next. drawer-toasts.spec.ts has the drawers. */
import type { Page } from '@playwright/test';
import { code, field, fillSignUp, logIn, press, toasts } from '../e2e/auth/account-forms.ts';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, newEmail, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../e2e/support/shop.ts';

test.use({ allowConsole: [/api\/auth\/login|\/nowhere/] });

/**
 * The parts that she may need after any toast: the focus with its label and error, main buttons, the header's buttons.
 */
const NEXT = ':focus, .field:focus-within, main .button, .header button';
/** The headline of a product, and the controls that buy it. */
const OFFER = 'h1, .product-actions > *, .product-buy .price';

/** Names which of those toasts cover. @param more - for this page @param next - for any page */
async function covered(page: Page, title: string, more = 'h1', next = NEXT): Promise<string[]> {
  await expect(toasts(page)).toContainText(title);
  // The script that places it has loaded, and has moved it before a paint.
  await page.evaluate(async () => {
    const region = document.querySelector<HTMLElement>('.toasts');
    const frame = () => new Promise(requestAnimationFrame);
    while (!region?.style.inset) await frame();
    for (let painted = 0; painted < 4; painted++) await frame();
    const moving = region.getAnimations({ subtree: true });
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });
  return page.evaluate((selector) => {
    const region = document.querySelector('.toasts');
    const over = [...(region?.querySelectorAll('li') ?? [])].map((item) =>
      item.getBoundingClientRect(),
    );
    return [...document.querySelectorAll(selector)].flatMap((element) => {
      const words = document.createRange();
      words.selectNodeContents(element);
      const box = (element.localName === 'h1' ? words : element).getBoundingClientRect();
      const meets = over.some(
        ({ top, bottom, left, right }) =>
          top < box.bottom && bottom > box.top && left < box.right && right > box.left,
      );
      const isThere = !region?.contains(element) && element.checkVisibility();
      return meets && isThere ? [element.textContent || element.outerHTML] : [];
    });
  }, `${next}, ${more}`);
}

for (const width of [320, 390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a product: into the cart, the wishlist, copied', async ({ page }) => {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } }),
      );
      await page.goto(OUD_WOOD.path);
      const article = page.getByRole('article');
      await article.getByRole('button', { name: 'ADD TO CART' }).click();
      expect(await covered(page, 'Added to Cart', OFFER)).toEqual([]);
      const wish = article.locator('.product-wish');
      await wish.click();
      expect(await covered(page, 'Added to Wishlist', OFFER)).toEqual([]);
      await wish.click();
      expect(await covered(page, 'Removed from Wishlist', OFFER)).toEqual([]);
      // The buttons are at the top of the window.
      await page.evaluate(() => {
        const top = document.querySelector('.product-actions')?.getBoundingClientRect().top ?? 0;
        scrollBy(0, top - 4);
      });
      await article.getByRole('button', { name: 'ADD TO CART' }).click();
      expect(await covered(page, 'Added to Cart', OFFER)).toEqual([]);
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByText('Share', { exact: true }).click();
      await page.getByRole('button', { name: 'Copy Link' }).click();
      expect(await covered(page, 'Link Copied!', '.product-actions > *')).toEqual([]);
    });

    for (const path of ['/products', '/checkout', '/signup', '/categories/designer', '/nowhere']) {
      test(`a toast carried over to ${path}`, async ({ page }) => {
        await page.goto(OUD_WOOD.path);
        await page.getByRole('article').getByRole('button', { name: 'ADD TO CART' }).click();
        await expect(toasts(page)).toContainText('Added to Cart');
        await page.goto(path);
        // A form's button is needed only when she has filled it in.
        expect(await covered(page, 'Added to Cart', 'h1', '.header button')).toEqual([]);
      });
    }

    test('a checkout: what is wrong, a line removed', async ({ page, request }) => {
      const lines = await Promise.all([KHAMRAH.id, OUD_WOOD.id].map((id) => cartLine(request, id)));
      await seedStorage(page, storedCart(lines));
      await page.goto('/checkout');
      await press(page, 'Proceed to Payment').click();
      expect(await covered(page, 'Please check the form', NEXT)).toEqual([]);
      // She goes on from field to field.
      for (const name of ['Full Name', 'Email', 'Phone', 'Address']) {
        await field(page, name).focus();
        expect(await covered(page, 'Please check the form', NEXT)).toEqual([]);
      }
      await page.evaluate(() => scrollTo(0, 0));
      const summary = page.getByRole('region', { name: 'Order Summary' });
      if (width < 1000) await summary.getByRole('button', { name: /Order Summary/ }).click();
      await summary
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      const left = '#summary button';
      expect(await covered(page, 'Item Removed', left)).toEqual([]);
    });

    test('an account: refused, made, its password forgotten', async ({ page, request }) => {
      const email = newEmail();
      await page.goto('/login');
      await logIn(page, email);
      expect(await covered(page, 'Login Failed')).toEqual([]);
      await page.goto('/signup');
      await fillSignUp(page, email);
      await press(page, 'Sign Up').click();
      await expect(page).toHaveURL('/verify-signup');
      expect(await covered(page, 'Registration Successful', 'h1, main input')).toEqual([]);
      await code(page).fill(await testShop.sentCode(request, email));
      await press(page, 'Verify Email').click();
      await expect(page).toHaveURL('/home');
      expect(await covered(page, 'Email Verified')).toEqual([]);
    });

    test('a list and its quick view', async ({ page }) => {
      await page.goto('/categories/designer');
      const card = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ hasText: 'Oud Wood' })
        .first();
      await card.hover();
      await card.getByRole('button', { name: /wishlist/ }).click();
      expect(await covered(page, 'Added to Wishlist')).toEqual([]);
      await card.getByRole('button', { name: /^Quick view/ }).click();
      const quick = page.getByRole('dialog', { name: /Oud Wood/ });
      await quick.getByRole('button', { name: 'Add to Cart' }).click();
      expect(await covered(page, 'Added to Cart', '.quick :is(button, h2, .link)')).toEqual([]);
    });
  });
}
