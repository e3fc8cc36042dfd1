import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { ShippingPlace } from '../../src/contract/app-data.ts';
import type { ProductDetail } from '../../src/contract/product.ts';
import { formatNaira } from '../../src/domain/money.ts';
import { expect, test } from './fixtures.ts';
import { seedStorage } from './seed.ts';

/** Has four pictures, as all of the demo. */
const OUD = '/products/tom-ford-oud-wood';
const NAME = 'Tom Ford Oud Wood';
const SHARED = encodeURIComponent(`${NAME}, Eau de Parfum · 50 ml, at Turare`);

const gallery = (page: Page) => page.locator('[data-gallery]');
/** The one picture on screen, the first is 1; while one fades into another there are two. */
const shows = (page: Page, number: number) =>
  expect
    .poll(() =>
      gallery(page)
        .locator('.product-picture')
        .evaluateAll((pictures) =>
          pictures.flatMap((picture, index) => (picture.checkVisibility() ? [index + 1] : [])),
        ),
    )
    .toEqual([number]);
const thumbnail = (page: Page, index: number) =>
  page.getByRole('button', { name: `Show picture ${index}` });
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
/** The footer has a WhatsApp link too. */
const inMain = (page: Page) => page.getByRole('main');
const axe = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations;

test('the gallery steps, wraps around and marks where it is', async ({ page }) => {
  await page.goto(OUD);
  const at = (index: number) => expect(thumbnail(page, index)).toHaveAttribute('aria-current');
  await shows(page, 1);
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await at(4);
  await shows(page, 4);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await at(1);
  await shows(page, 1);
  await thumbnail(page, 2).click();
  await at(2);
  await expect(gallery(page).getByRole('status')).toHaveText('Picture 2 of 4');
  await shows(page, 2);
  await gallery(page).getByRole('button', { name: 'Picture 4', exact: true }).click();
  await at(4);
  await shows(page, 4);
  await page.keyboard.press('ArrowRight');
  await at(1);
  expect(await axe(page)).toEqual([]);
});

test('each picture says what it shows: in the shop’s words, else by name and number', async ({
  page,
  request,
}) => {
  const { product } = (await (
    await request.get(`/api${OUD.replace('products', 'product')}`)
  ).json()) as ProductDetail;
  await page.goto(OUD);
  const words = product.images.map(
    (_, index) =>
      product.pictures?.[index]?.alt ?? (index === 0 ? NAME : `${NAME}, picture ${index + 1}`),
  );
  const pictures = gallery(page).locator('.product-picture img');
  expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual(
    words,
  );
  expect(new Set(words).size).toBe(4);
});

test('clicks during the fade are ignored', async ({ page }) => {
  await page.goto(OUD);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await shows(page, 2);
  // Both in one task: the second falls into the fade, however fast the machine.
  await page.getByRole('button', { name: 'Next picture' }).evaluate((button) => {
    (button as HTMLElement).click();
    (button as HTMLElement).click();
  });
  await shows(page, 3);
  await expect(thumbnail(page, 3)).toHaveAttribute('aria-current');
});

test('what is pressed before the scripts have come counts, once', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(/_assets\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/products/lattafa-khamrah', { waitUntil: 'commit' });
  const add = page.getByRole('button', { name: 'ADD TO CART' });
  await add.click();
  await add.click();
  await page.getByRole('button', { name: 'Shopping cart' }).click();
  held.resolve();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart (1)' })).toBeVisible();
  await expect(page.getByText('Added to Cart')).toBeVisible();
});

test('a fade lasts 150 ms, and none under reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Object.assign(window, { fades: [] });
    Element.prototype.animate = function (frames, options) {
      (window as unknown as { fades: unknown[] }).fades.push(options);
      return animate.call(this, frames, options);
    };
  });
  const fades = () => page.evaluate(() => (window as unknown as { fades: unknown[] }).fades);
  await page.goto(OUD);
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(fades).toEqual([150]);
  await shows(page, 2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect.poll(fades).toEqual([150, 0]);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  /** Over the picture, from one x to another. */
  async function swipe(page: Page, from: number, to: number): Promise<void> {
    const client = await page.context().newCDPSession(page);
    const point = (x: number) => [{ x, y: 300 }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(from) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(to) });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('a swipe turns the picture, either way', async ({ page }) => {
    await page.goto(OUD);
    await swipe(page, 300, 100);
    await expect(thumbnail(page, 2)).toHaveAttribute('aria-current');
    await shows(page, 2);
    await swipe(page, 100, 300);
    await expect(thumbnail(page, 1)).toHaveAttribute('aria-current');
  });

  test("what is done while the gallery's script is on its way is done in its order", async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>();
    await page.route(/_assets\/gallery[^/]*\.js$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(OUD);
    await swipe(page, 300, 100);
    // These fall into the fade, unless one of them comes first.
    await thumbnail(page, 1).focus();
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft');
    held.resolve();
    await shows(page, 2);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('all pictures, price, stock and the ways to share are there', async ({ page }) => {
    await page.goto(OUD);
    const pictures = page.getByRole('article').getByRole('img', { name: NAME });
    await expect(pictures).toHaveCount(4);
    for (const picture of await pictures.all()) await expect(picture).toBeVisible();
    await expect(page.getByRole('article').getByText(/In Stock|Only \d+ left/)).toBeVisible();
    await expect(page.getByText(/Delivery from ₦/)).toBeVisible();
    await page.getByText('Share', { exact: true }).click();
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
      'href',
      /wa\.me/,
    );
    for (const name of [/picture/i, 'Copy Link', 'ADD TO CART', 'BUY NOW', /wishlist/]) {
      await expect(page.getByRole('main').getByRole('button', { name })).toHaveCount(0);
    }
  });
});

test('name, price, stock, description, tags, facts and at most five related products', async ({
  page,
  request,
}) => {
  const { product } = (await (
    await request.get(`/api${OUD.replace('products', 'product')}`)
  ).json()) as ProductDetail;
  await page.goto(OUD);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Tom Ford Oud Wood');
  await expect(main.getByText(product.description)).toBeVisible();
  for (const tag of product.tags) {
    await expect(main.getByRole('link', { name: tag, exact: true })).toHaveAttribute(
      'href',
      `/products?tag=${tag}`,
    );
  }
  await expect(main.getByText('Price per ml')).toBeVisible();
  const related = page.getByRole('region', { name: 'You may also like' });
  await expect(related.getByRole('listitem')).toHaveCount(5);
  await expect(main.getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
  await expect(main.getByRole('button', { name: 'BUY NOW' })).toBeVisible();
  await expect(main.getByRole('button', { name: `Add ${NAME} to wishlist` })).toBeVisible();
});

test.describe('sharing', () => {
  const open = async (page: Page) => {
    await page.goto(OUD);
    await page.getByText('Share', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  };
  const copied = (page: Page) =>
    page.evaluate(() => (window as unknown as { copied: string }).copied);
  /** A clipboard that keeps what it is given. */
  const withClipboard = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: {
          writeText: async (text: string) => void Object.assign(window, { copied: text }),
        },
      });
    });

  test('links carry text and URL to the networks', async ({ page }) => {
    await open(page);
    const url = encodeURIComponent(page.url());
    for (const [name, start] of [
      ['WhatsApp', 'https://wa.me/?text='],
      ['Facebook', 'https://www.facebook.com/sharer/sharer.php?'],
      ['Twitter', 'https://twitter.com/intent/tweet?'],
    ] as const) {
      const link = inMain(page).getByRole('link', { name, exact: true });
      const href = (await link.getAttribute('href')) ?? '';
      expect(href.startsWith(start)).toBe(true);
      expect(href).toContain(url);
      expect(href).toContain(SHARED);
      await expect(link).toHaveAttribute('rel', 'noopener');
    }
    expect(await axe(page)).toEqual([]);
  });

  test('Copy Link: Link Copied! / Product link copied to clipboard.', async ({ page }) => {
    await withClipboard(page);
    await open(page);
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await expect(toasts(page)).toContainText('Link Copied!');
    await expect(toasts(page)).toContainText('Product link copied to clipboard.');
    await expect(toasts(page)).not.toContainText('Instagram');
    expect(await copied(page)).toBe(page.url());
    await expect(page.getByText('Share', { exact: true })).toBeFocused();
    await expect(page.getByRole('button', { name: 'Copy Link' })).toBeHidden();
  });

  test('Instagram adds: You can now share it on Instagram.', async ({ page }) => {
    await withClipboard(page);
    await open(page);
    await page.getByRole('button', { name: 'Instagram' }).click();
    await expect(toasts(page)).toContainText('Link Copied!');
    await expect(toasts(page)).toContainText(
      'Product link copied to clipboard. You can now share it on Instagram.',
    );
    expect(await copied(page)).toContain(NAME);
    expect(await copied(page)).toContain(page.url());
  });

  test('a refused clipboard offers the text for copying by hand', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) },
      });
    });
    await open(page);
    await page.getByRole('button', { name: 'Copy Link' }).click();
    const field = page.getByRole('textbox', { name: /Copy the text/ });
    await expect(field).toHaveValue(page.url());
    await expect(field).toBeFocused();
    expect(await axe(page)).toEqual([]);
  });

  test('the device’s own sharing is offered only where there is one', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Navigator.prototype, 'share');
    });
    await open(page);
    await expect(page.getByRole('button', { name: 'Share…' })).toBeHidden();
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (data: unknown) => void Object.assign(window, { copied: data }),
      });
    });
    await open(page);
    await page.getByRole('button', { name: 'Share…' }).click();
    await expect.poll(() => copied(page)).toMatchObject({ url: page.url() });
  });

  test('Escape and a click elsewhere close the menu', async ({ page }) => {
    await open(page);
    await inMain(page).getByRole('link', { name: 'WhatsApp' }).focus();
    await page.keyboard.press('Escape');
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toBeHidden();
    await expect(page.getByText('Share', { exact: true })).toBeFocused();
    await page.getByText('Share', { exact: true }).click();
    await page.getByRole('heading', { level: 1 }).click();
    await expect(inMain(page).getByRole('link', { name: 'WhatsApp' })).toBeHidden();
  });
});

test.describe('delivery fees by place', () => {
  test.use({ allowConsole: [/shipping-addresses/] });

  test('are asked for when opened; the chosen one stands in the checkout, which asks no more', async ({
    page,
    request,
  }) => {
    const places = (await (
      await request.get('/api/app-data/shipping-addresses')
    ).json()) as ShippingPlace[];
    const lowest = Math.min(...places.map(({ amount }) => amount).filter((fee) => fee > 0));
    const wanted = places.at(-1);
    if (!wanted) throw new Error('The shop delivers nowhere');
    let calls = 0;
    await page.route('**/api/app-data/shipping-addresses', (route) => {
      calls++;
      return route.continue();
    });
    await page.goto(OUD);
    await expect(page.getByText(`Delivery from ${formatNaira(lowest)}`)).toBeVisible();
    expect(calls).toBe(0);
    await page.getByText('Delivery fees by place').click();
    for (const { place, amount } of [...places.slice(0, 3), wanted]) {
      await expect(
        page.getByRole('radio', { name: `${place} ${formatNaira(amount)}` }),
      ).toBeAttached();
    }
    expect(await axe(page)).toEqual([]);
    await page.getByRole('radio', { name: wanted.place }).check();
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await page.goto('/checkout');
    await expect(page.getByLabel('Shipping Location')).toHaveValue(wanted.place);
    expect(calls).toBe(1);
  });

  test('Loading shipping locations... then Failed to load shipping locations, with try again', async ({
    page,
  }) => {
    const asked = Promise.withResolvers<import('@playwright/test').Route>();
    await page.route('**/api/app-data/shipping-addresses', asked.resolve);
    await page.goto(OUD);
    await page.getByText('Delivery fees by place').click();
    const route = await asked.promise;
    await expect(page.getByText('Loading shipping locations...')).toBeVisible();
    await route.abort();
    await expect(page.getByText('Failed to load shipping locations')).toBeVisible();
    expect(await axe(page)).toEqual([]);
    await page.unroute('**/api/app-data/shipping-addresses');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('radio').first()).toBeAttached();
    await expect(page.getByText('Delivery fees by place')).toBeFocused();
  });
});

test.describe('recently viewed', () => {
  const recent = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });

  test('shows what was looked at before, newest first, and forgets on Clear', async ({ page }) => {
    await page.goto('/products/lattafa-khamrah');
    await expect(recent(page)).toBeHidden();
    await page.goto(OUD);
    await page.goto('/products/lattafa-khamrah');
    await page.goto('/products/versace-eros');
    await recent(page).scrollIntoViewIfNeeded();
    const names = recent(page).getByRole('heading', { level: 3 });
    await expect(names).toHaveCount(2);
    await expect(names.first()).toHaveText(/Lattafa Khamrah/);
    await expect(names.last()).toHaveText(/Tom Ford Oud Wood/);
    await expect(recent(page).getByText(/last saw/)).toBeHidden();
    expect(await axe(page)).toEqual([]);
    await recent(page).getByRole('button', { name: 'Clear' }).click();
    await expect(recent(page)).toBeHidden();
    await page.reload();
    await expect(recent(page)).toBeHidden();
  });

  test('holds eight at most', async ({ page }) => {
    const kept = Array.from({ length: 20 }, (_, at) => ({
      id: `gone-${at}`,
      name: `Gone ${at}`,
      price: 1000 + at,
      qtyAvailable: 3,
      image: '',
      discount: null,
    }));
    await seedStorage(page, { 'turare:viewed': kept });
    await page.goto(OUD);
    await recent(page).scrollIntoViewIfNeeded();
    await expect(recent(page).getByRole('heading', { level: 3 })).toHaveCount(8);
    // The shop no longer has them.
    await expect(recent(page).getByText('OUT OF STOCK')).toHaveCount(8);
  });

  for (const broken of [
    '{',
    'null',
    '{"a":1}',
    '[1,null,{"id":"x"}]',
    '[{"id":"x","price":"1"}]',
  ]) {
    test(`survives a broken store (${broken})`, async ({ page }) => {
      await seedStorage(page, { 'turare:viewed': broken });
      await page.goto(OUD);
      await page.getByRole('region', { name: 'You may also like' }).scrollIntoViewIfNeeded();
      await page.mouse.wheel(0, 5000);
      await expect(recent(page)).toBeHidden();
      await page.goto('/products/versace-eros');
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(recent(page).getByRole('heading', { level: 3 })).toHaveText([/Oud Wood/]);
    });
  }

  test.describe('with the API down', () => {
    test.use({ allowConsole: [/\/api\//] });

    test('says that its prices are those last seen', async ({ page }) => {
      await page.goto('/products/lattafa-khamrah');
      await page.route('**/api/**', (route) => route.abort());
      await page.goto(OUD);
      await recent(page).scrollIntoViewIfNeeded();
      await expect(recent(page).getByRole('heading', { level: 3 })).toHaveCount(1);
      await expect(recent(page).getByText(/Prices as you last saw them/)).toBeVisible();
    });
  });
});
