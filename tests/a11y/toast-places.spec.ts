import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../e2e/support/shop.ts';

for (const width of [390, 1440]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('a toast covers neither the lines of the drawer nor its total', async ({
      page,
      request,
    }) => {
      await seedStorage(
        page,
        storedCart([await cartLine(request, KHAMRAH.id), await cartLine(request, OUD_WOOD.id)]),
      );
      await page.goto('/brands');
      await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
      const cart = page.getByRole('dialog', { name: /^Shopping Cart/ });
      await cart.getByRole('button', { name: `Remove ${KHAMRAH.name}` }).click();
      await expect(cart.getByText('Item Removed')).toBeVisible();
      // A click in the middle of each reaches it.
      const reached = { trial: true, timeout: 5000 };
      await cart.getByRole('button', { name: `One ${OUD_WOOD.name} more` }).click(reached);
      await cart.getByRole('button', { name: `Remove ${OUD_WOOD.name}` }).click(reached);
      await cart.getByText('Total', { exact: true }).click(reached);
      await cart.getByRole('link', { name: 'Proceed to Checkout' }).click(reached);

      await cart.getByRole('button', { name: 'Dismiss' }).focus();
      // At least 3:1 (WCAG 1.4.11): its own colour on its own ground.
      const [ring, text] = await cart
        .getByRole('button', { name: 'Dismiss' })
        .evaluate((button) => [
          getComputedStyle(button).outlineColor,
          getComputedStyle(button).color,
        ]);
      expect(ring).toBe(text);
    });

    test('a toast covers neither price nor buttons of a fragrance', async ({ page }) => {
      await page.goto(KHAMRAH.path);
      const add = page.getByRole('main').getByRole('button', { name: 'ADD TO CART' });
      await add.click();
      await expect(page.getByText('Added to Cart')).toBeVisible();
      const reached = { trial: true, timeout: 5000 };
      await add.click(reached);
      await page.locator('.product-buy .price').click(reached);
      await page.getByRole('banner').getByRole('button', { name: /cart/i }).click(reached);
    });
  });
}
