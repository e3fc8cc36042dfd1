import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { type HalfPage, openHalfPage } from '../support/half-page.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

declare global {
  interface Window {
    /** The parts that moved as this page was revealed: pseudo-element and ms; undefined while unknown. */
    moved?: string[] | undefined;
    /** The columns of the list or the product as this page was revealed. */
    columns?: number | undefined;
    /** Set once nothing on the page moves. */
    arrived?: boolean;
  }
}

/** Records on each page what moves as it is revealed. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('pagereveal', async ({ viewTransition }) => {
      if (!viewTransition) {
        window.moved = [];
        window.arrived = true;
        return;
      }
      await viewTransition.ready;
      window.moved = document.getAnimations().flatMap(({ effect }) => {
        const { pseudoElement } = effect as KeyframeEffect;
        // The element under the pointer changes its colour at the same time.
        if (!pseudoElement?.startsWith('::view-transition')) return [];
        return `${pseudoElement} ${effect?.getTiming().duration}`;
      });
      await viewTransition.finished;
      window.arrived = true;
    });
  });

const moved = async (page: Page) => {
  await page.waitForFunction(() => window.moved);
  return page.evaluate(() => window.moved ?? []);
};

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first();

test.beforeEach(({ page }) => watch(page));

test('the picture of a card becomes the product’s, within 200 ms, and nothing else moves', async ({
  page,
}) => {
  await page.goto('/products');
  await card(page, KHAMRAH.name).click();
  await expect(page).toHaveURL(KHAMRAH.path);
  const parts = await moved(page);
  expect([...new Set(parts)].toSorted()).toEqual([
    '::view-transition-group(picture) 180',
    '::view-transition-new(picture) 180',
    '::view-transition-old(picture) 180',
  ]);

  await page.getByRole('banner').getByRole('link', { name: 'Brands' }).click();
  await expect(page).toHaveURL('/brands');
  expect(new Set(await moved(page))).toEqual(new Set(['::view-transition-old(picture) 180']));
  await page.getByRole('banner').getByRole('link', { name: 'Turare' }).click();
  await expect(page).toHaveURL('/');
  expect(await moved(page)).toEqual([]);
});

test('from the list to a product and back, each page is styled before anything moves', async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener('pagereveal', () => {
      const list = document.querySelector('.listing, .product');
      // The filters are beside the list, the text of a product is beside its picture.
      window.columns = list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 0;
    });
  });
  await page.goto('/products');
  await card(page, KHAMRAH.name).click();
  await expect(page).toHaveURL(KHAMRAH.path);
  expect(await moved(page)).toContain('::view-transition-group(picture) 180');
  expect(await page.evaluate(() => window.columns)).toBe(2);
  await page.evaluate(() => {
    window.moved = undefined;
    window.columns = undefined;
  });
  await page.goBack();
  await expect(page).toHaveURL('/products');
  await moved(page);
  expect(await page.evaluate(() => window.columns)).toBe(2);
});

test('from one product to a related one, with no view-transition-name used twice', async ({
  page,
}) => {
  await page.goto(OUD_WOOD.path);
  const related = page.getByRole('region', { name: 'You may also like' }).getByRole('link').first();
  await related.click();
  await expect(page).not.toHaveURL(OUD_WOOD.path);
  expect(await moved(page)).toContain('::view-transition-group(picture) 180');
});

test('a tap during the transition goes to the new page', async ({ page }) => {
  // As slow as possible, so that the tap falls into it.
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) =>
      viewTransition?.ready.then(() => {
        for (const animation of document.getAnimations()) animation.pause();
      }),
    );
  });
  await page.goto('/products');
  await card(page, KHAMRAH.name).click();
  await expect(page).toHaveURL(KHAMRAH.path);
  expect(await moved(page)).toContain('::view-transition-group(picture) 180');
  const { x, y, width, height } = (await page
    .getByRole('button', { name: 'ADD TO CART' })
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(page.getByText('Added to Cart')).toBeAttached();
  expect(await page.evaluate(() => window.arrived)).toBeUndefined();
});

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('pages change at once', async ({ page }) => {
    await page.goto('/products');
    await card(page, KHAMRAH.name).click();
    await expect(page).toHaveURL(KHAMRAH.path);
    expect(await moved(page)).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL('/products');
    expect(await moved(page)).toEqual([]);
  });
});

test('a browser without view transitions navigates as usual', async ({ page }) => {
  await page.route('**/products{,/*}', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/<style>.*?<\/style>/, '');
    await route.fulfill({ response: answer, body });
  });
  await page.goto('/products');
  await card(page, KHAMRAH.name).click();
  await expect(page).toHaveURL(KHAMRAH.path);
  expect(await moved(page)).toEqual([]);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect(page.getByText('Added to Cart')).toBeVisible();
});

test.describe('over a network that sends half a page', () => {
  let network: HalfPage;
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    proxy: async ({}, use) => {
      network = await openHalfPage(KHAMRAH.path, 'id="picture"');
      await use({ server: network.server });
      network.close();
    },
  });

  test('nothing is painted before the picture, and nothing is reported after the browser’s time limit', async ({
    page,
  }) => {
    await page.goto('/products');
    await card(page, KHAMRAH.name).click();
    await expect(page).toHaveURL(KHAMRAH.path);
    // The browser gives up the transition after 4 s, and draws no frame until then.
    await page.waitForFunction(() => !document.activeViewTransition, null, { polling: 50 });
    expect(await page.evaluate(() => window.moved)).toBeUndefined();
    network.letGo();
    expect(await moved(page)).toEqual([]);
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await expect(page.getByText('Added to Cart')).toBeVisible();
  });
});
