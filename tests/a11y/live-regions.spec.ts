import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money.ts';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../e2e/support/seed.ts';
import { KHAMRAH } from '../e2e/support/shop.ts';

const NAME = 'Lattafa Khamrah';

declare global {
  interface Window {
    /** What a screen reader announces, in order. */
    said: string[];
  }
}

/**
 * Records what live regions announce from the first moment: the whole text of an atomic region when it changes, otherwise
 * what is added. Hidden regions, and those outside an open modal, announce nothing.
 */
const listen = (page: Page) =>
  page.addInitScript(() => {
    window.said = [];
    const LIVE =
      '[aria-live="polite"], [aria-live="assertive"], [role="status"], [role="alert"], output';
    const words = (node: Node) => {
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not announced
      const text = node instanceof HTMLElement ? node.innerText : node.textContent;
      return (text ?? '').replace(/\s+/g, ' ').trim();
    };
    new MutationObserver((records) => {
      const saying = new Set<string>();
      for (const { target, addedNodes } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest<HTMLElement>(LIVE);
        if (!region?.checkVisibility({ visibilityProperty: true })) continue;
        const modal = document.querySelector('dialog:modal');
        if (modal && !modal.contains(region)) continue;
        const atomic = region.ariaAtomic === 'true' || !region.ariaLive;
        const name = region.matches('output') && region.getAttribute('aria-label');
        if (name) saying.add(name);
        else if (atomic) saying.add(words(region));
        else if (target instanceof Text) saying.add(words(target));
        else for (const node of addedNodes) saying.add(words(node));
      }
      window.said.push(...[...saying].filter(Boolean));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });

/** What has been announced since the last call. */
const said = (page: Page) => page.evaluate(() => window.said.splice(0));

test.beforeEach(({ page }) => listen(page));

test('cart and wishlist: each action is announced once', async ({ page }) => {
  await page.goto(`/products/${KHAMRAH.id}`);
  expect(await said(page)).toEqual([]);
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  const added = `Added to Cart ${NAME} has been added to your cart.`;
  await expect.poll(() => said(page)).toEqual([added]);
  await add.click();
  await expect.poll(() => said(page)).toEqual([added]);

  const wish = page.locator('.product-wish');
  await wish.click();
  await expect
    .poll(() => said(page))
    .toEqual([`Added to Wishlist ${NAME} has been added to your wishlist.`]);
  await wish.click();
  await expect
    .poll(() => said(page))
    .toEqual([`Removed from Wishlist ${NAME} has been removed from your wishlist.`]);
});

test('the drawer announces the new quantity and total, then what was removed', async ({ page }) => {
  const line = await cartLine(page.request, KHAMRAH.id);
  await seedStorage(page, storedCart([line]));
  await page.goto('/brands');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  await expect(page.getByRole('heading', { name: 'Shopping Cart (1)' })).toBeVisible();
  await said(page);
  await page.getByRole('button', { name: `One ${NAME} more` }).click();
  await expect
    .poll(() => said(page))
    .toEqual(['2 in the cart', `Total ${formatNaira(line.price * 2)}`]);
  await page.getByRole('button', { name: `Remove ${NAME}` }).click();
  await expect
    .poll(() => said(page))
    .toEqual(['Item Removed Item has been removed from your cart. Undo']);
});

test('a list announces its count once', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByText('Loading tags...')).toBeHidden();
  await said(page);
  await page.getByLabel('Category').selectOption('Arabian');
  await expect(page.getByRole('heading', { level: 1, name: 'Arabian' })).toBeVisible();
  await expect.poll(() => said(page)).toEqual([expect.stringMatching(/^\d+ fragrances$/)]);
});

test('the search announces how many suggestions it has', async ({ page }) => {
  await page.goto('/brands');
  await page.getByRole('combobox', { name: 'Search fragrances' }).pressSequentially('khamrah');
  await expect(page.getByRole('option').first()).toBeVisible();
  const heard: string[] = [];
  const last = async () => {
    heard.push(...(await said(page)));
    return heard.at(-1);
  };
  await expect.poll(last).toMatch(/products found$/);
});

test('a price that changed after the build is announced once', async ({ page }) => {
  await page.route('**/api/live?*', async (route) => {
    const answer = await route.fetch();
    const { products } = (await answer.json()) as { products: { id: string; price: number }[] };
    const changed = products.map((one) =>
      one.id === KHAMRAH.id ? { ...one, price: 123_456, discount: null, qtyAvailable: 3 } : one,
    );
    await route.fulfill({ json: { products: changed } });
  });
  await page.goto(`/products/${KHAMRAH.id}`);
  await expect(page.locator('.product').getByText('₦123,456').first()).toBeVisible();
  await expect.poll(() => said(page)).toEqual([`${NAME}: ₦123,456, Only 3 left`]);
});

test('a refused form: the focus is on the first fault, and no region talks over it', async ({
  page,
}) => {
  await seedStorage(page, storedCart([await cartLine(page.request, KHAMRAH.id)]));
  await page.goto('/checkout');
  const press = page.getByRole('button', { name: 'Proceed to Payment' });
  await expect(press).toBeEnabled();
  await expect(page.getByLabel('Shipping Location').getByRole('option').nth(2)).toBeAttached();
  await said(page);
  await press.click();
  const name = page.getByLabel('Full Name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Full name is required');
  expect(await said(page)).toEqual([]);
});
