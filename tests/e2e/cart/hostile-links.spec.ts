import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { OUD_WOOD, testShop } from '../support/shop.ts';
import { HOSTILE, type HostileLink, WORDS } from './hostile-links.ts';

// Without the extension product.lookup each product is a call, and Chromium itself reports a 404.
test.use({ allowConsole: testShop.api ? [/Failed to load resource.*40[04]/] : [] });

/** Opens a link, and checks its headline and that it has done nothing. */
async function isInert(page: Page, { query, word }: HostileLink): Promise<void> {
  const kept = () => page.evaluate(() => localStorage.getItem('turare:cart'));
  const before = await kept();
  await page.goto(`/cart${query}`);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 }), query).toHaveText(WORDS[word]);
  expect(await kept(), query).toBe(before);
  expect(new URL(page.url()).pathname, query).toBe('/cart');
  const harm = await page.evaluate(() => ({
    hacked: 'hacked' in window || 'items' in {},
    elements: document.querySelectorAll(
      'main :is(script:not([type=module]), iframe, object, form, base, style, meta, math, [onload], [onerror])',
    ).length,
    text: document.querySelector('main')?.textContent ?? '',
  }));
  expect(harm, query).toMatchObject({ hacked: false, elements: 0 });
  // No text of the link is shown: it could be a stranger's message in our name.
  expect(harm.text, query).not.toMatch(/hacked|evil|EVIL|You have won|onerror/);
}

const withCart = async (page: Page) => {
  await seedStorage(page, storedCart([await cartLine(page.request, OUD_WOOD.id, 1)]));
  await page.goto('/about');
};

test('the corpus has two hundred different links, and each word at least twice', {
  tag: '@core',
}, () => {
  expect(new Set(HOSTILE.map(({ query }) => query)).size).toBeGreaterThanOrEqual(200);
  for (const word of Object.keys(WORDS)) {
    expect(HOSTILE.filter((link) => link.word === word).length, word).toBeGreaterThanOrEqual(2);
  }
});

const PARTS = 6;
for (let part = 0; part < PARTS; part++) {
  test(`every hostile link is inert and gets a clear message: part ${part + 1} of ${PARTS}`, async ({
    page,
  }) => {
    test.slow();
    await withCart(page);
    for (const link of HOSTILE.filter((_, at) => at % PARTS === part)) await isInert(page, link);
  });
}

test('a link for more than the stock says how many are left', { tag: '@core' }, async ({
  page,
}) => {
  const { qtyAvailable, name } = await cartLine(page.request, OUD_WOOD.id);
  await page.goto(`/cart?items=${OUD_WOOD.id}:999999`);
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await expect(line).toContainText(`Only ${qtyAvailable} left instead of`);
  const cart = await page.evaluate(() => localStorage.getItem('turare:cart'));
  expect(JSON.parse(cart ?? '').items[0].quantity).toBe(qtyAvailable);
});
