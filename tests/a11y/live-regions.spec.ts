import type { Page } from '@playwright/test';
import { formatNaira } from '#domain/money/money.ts';
import {
  answerAt,
  chooseArea,
  deliveryLine,
  PLACES_CALL,
  setClocks,
  tellDate,
} from '../e2e/support/delivery.ts';
import { expect, test } from '../e2e/support/fixtures.ts';
import { cartLine, seedStorage, storedCart, storedDraft } from '../e2e/support/seed.ts';
import { KHAMRAH } from '../e2e/support/shop.ts';

const NAME = 'Lattafa Khamrah';

declare global {
  interface Window {
    /** The announcements of a screen reader, in order. */
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

/** Returns the announcements since the last call. */
const said = (page: Page) => page.evaluate(() => window.said.splice(0));

/** Collects the announcements from now on. */
function hear(page: Page): () => Promise<string[]> {
  const heard: string[] = [];
  return async () => {
    heard.push(...(await said(page)));
    return heard;
  };
}

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
  const heard = hear(page);
  const more = page.getByRole('button', { name: `One ${NAME} more` });
  await more.click();
  await expect.poll(heard).toEqual(['2 in the cart', `Total ${formatNaira(line.price * 2)}`]);
  // Pressed twice, the total is announced once.
  await more.click();
  await more.click();
  await expect
    .poll(async () => (await heard()).slice(2))
    .toEqual(['3 in the cart', '4 in the cart', `Total ${formatNaira(line.price * 4)}`]);
  await page.getByRole('button', { name: `Remove ${NAME}` }).click();
  await expect
    .poll(() => said(page))
    .toEqual(['Item Removed Item has been removed from your cart. Undo']);
});

for (const width of [390, 1440]) {
  test(`the checkout at ${width} px announces only a sum that the shopper has changed`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.clock.install({ time: Date.parse('2026-11-23T09:50+01:00') });
    await tellDate(page, new Date(Date.parse('2026-11-23T09:50+01:00')).toUTCString());
    await page.route(PLACES_CALL, answerAt('2026-11-23T09:50'));
    const line = await cartLine(page.request, KHAMRAH.id);
    await seedStorage(page, {
      ...storedCart([line]),
      ...storedDraft('amina@example.com', 'Lagos – Lekki'),
    });
    await page.goto('/checkout');
    const summary = page.getByRole('region', { name: /Order Summary/ });
    await expect(summary).toContainText(formatNaira(line.price + 3200));
    const countdown = summary.getByText('Order within 2 h 10 min');
    await expect(countdown).toBeAttached();
    expect(await said(page)).toEqual(['Loading shipping locations...']);
    await page.clock.runFor(5 * 60_000);
    await expect(countdown).toHaveCount(0);
    await page.getByLabel('Address', { exact: true }).pressSequentially('5 Zoo Road');
    await page.clock.runFor(5000);
    expect(await said(page)).toEqual([]);

    await page.getByLabel('Shipping Location').selectOption('Lagos – Island');
    const heard = hear(page);
    await page.clock.runFor(2000);
    await expect
      .poll(heard)
      .toEqual([
        `Shipping ₦2,500. Total ${formatNaira(line.price + 2500)}. With you on Tuesday, November 24.`,
      ]);
  });
}

test('the delivery line announces the result of choosing a place', async ({ page }) => {
  await setClocks(page, '2026-11-23T09:50');
  await page.goto(`/products/${KHAMRAH.id}`);
  await (await deliveryLine(page)).getByText('Your place').click();
  await expect(page.getByLabel('State')).toBeVisible();
  await said(page);
  await chooseArea(page, 'Kano', 'Dala');
  await expect
    .poll(() => said(page))
    .toEqual([expect.stringMatching(/^With you .+ ₦7,000: Kano – City\.$/)]);
  await chooseArea(page, 'Lagos', 'Eti-Osa');
  await expect.poll(() => said(page)).toEqual(['Which of these is yours?']);
});

test('a list announces its count once', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByText('Loading tags...')).toBeHidden();
  await said(page);
  await page.getByLabel('Category').selectOption('Arabian');
  await expect(page.getByRole('heading', { level: 1, name: 'Arabian' })).toBeVisible();
  await expect.poll(() => said(page)).toEqual([expect.stringMatching(/^\d+ fragrances$/)]);
});

test('the search announces its number of suggestions once, after typing ends', async ({ page }) => {
  await page.goto('/brands');
  const field = page.getByRole('combobox', { name: 'Search fragrances' });
  const heard = hear(page);
  // Slower than its requests: each letter has its own answer.
  for (const letter of 'khamr') {
    await field.press(letter);
    await expect(page.locator('.suggestions > p').first()).toHaveText(/^$|products found$/);
  }
  // On a slow line it also says, once, that it is searching.
  const counts = async () => (await heard()).filter((text) => text !== 'Searching...');
  await expect.poll(counts).toEqual([expect.stringMatching(/products found$/)]);
  expect((await heard()).length).toBeLessThanOrEqual(2);
});

test('the gallery announces which picture it shows', async ({ page }) => {
  await page.goto('/products/tom-ford-oud-wood');
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect
    .poll(() => said(page))
    .toEqual([expect.stringMatching(/^Picture 2 of 4: Tom Ford Oud Wood from the side/)]);
});

test('a price that changed after the build is announced once', async ({ page }) => {
  await page.route('**/api/live?*', async (route) => {
    const answer = await route.fetch();
    const { products } = (await answer.json()) as { products: { id: string; price: number }[] };
    // Other parts of the page change too. Nobody has asked for that.
    const changed = products.map((one) => ({
      ...one,
      price: one.id === KHAMRAH.id ? 123_456 : 234_567,
      discount: null,
      qtyAvailable: 3,
    }));
    await route.fulfill({ json: { products: changed } });
  });
  await page.goto(`/products/${KHAMRAH.id}`);
  await expect(page.locator('.product').getByText('₦123,456').first()).toBeVisible();
  await expect.poll(() => said(page)).toEqual([`${NAME}: ₦123,456, Only 3 left`]);
});

test('a refused form focuses the first fault, then announces the number of faults', async ({
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
  // Politely: after the focus announcement.
  await expect
    .poll(() => said(page))
    .toEqual(['Please check the form 7 fields must be corrected.']);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(name).toHaveCSS('border-bottom-width', '3px');
});
