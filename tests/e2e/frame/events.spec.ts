import type { Page } from '@playwright/test';
import { salePrice } from '#domain/money/price.ts';
import { allProducts, listProducts } from '../support/catalogue.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, seedStorage, storedCart } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD } from '../support/shop.ts';

const NAMES = [
  ...['view-product', 'add-to-cart', 'remove-from-cart', 'search', 'begin-checkout', 'share-cart'],
  'purchase',
];

/** Requests by which a script could send an event. */
const CALL = /^(fetch|xhr|ping|websocket|eventsource) /;
/** The requests of the product page and the cart, whatever happens on them: today's figures, and the places. */
const READS = / (GET \S+\/api\/(live|product|app-data)\b[^ ]*|POST \S+\/api\/promotions\/quote)$/;

type Told = [name: string, detail: unknown];

/** Records every documented event, as a merchant's counter would, from page to page. */
const listen = (page: Page) =>
  page.addInitScript((names) => {
    const told = JSON.parse(sessionStorage.getItem('told') ?? '[]');
    for (const name of names) {
      addEventListener(`turare:${name}`, (event) => {
        told.push([name, (event as CustomEvent).detail]);
        sessionStorage.setItem('told', JSON.stringify(told));
      });
    }
  }, NAMES);
/** Returns the events recorded in this tab. */
const heard = (page: Page): Promise<Told[]> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('told') ?? '[]'));
const last = async (page: Page) => (await heard(page)).at(-1);

test('the documented events fire with ids and naira, and nothing is sent', async ({
  page,
  request,
}) => {
  const sent: string[] = [];
  page.on('request', (each) => sent.push(`${each.resourceType()} ${each.method()} ${each.url()}`));
  await listen(page);
  const { price } = await cartLine(request, KHAMRAH.id);
  const item = { id: KHAMRAH.id, price, quantity: 1 };

  await page.goto(KHAMRAH.path);
  await expect.poll(() => last(page)).toEqual(['view-product', { id: KHAMRAH.id, price }]);
  await page.getByRole('button', { name: 'ADD TO CART' }).click();
  await expect.poll(() => last(page)).toEqual(['add-to-cart', item]);

  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const drawer = page.getByRole('dialog', { name: /^Shopping Cart/ });
  await drawer.getByRole('button', { name: /^One .* more$/ }).click();
  await expect.poll(() => heard(page)).toHaveLength(3);
  expect(await last(page)).toEqual(['add-to-cart', item]);
  await drawer.getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => last(page)).toEqual(['remove-from-cart', { ...item, quantity: 2 }]);
  expect(await heard(page)).toHaveLength(4);

  // Only reading calls, and no event in any address.
  expect(sent.filter((each) => CALL.test(each) && !READS.test(each))).toEqual([]);
  expect(sent.filter((each) => /turare:|add-to-cart/.test(each))).toEqual([]);
});

test('a search event has the text, and the number of results', async ({ page, request }) => {
  await listen(page);
  const { total } = await listProducts(request, '?search=oud');
  await page.goto('/products?search=oud');
  await expect.poll(() => heard(page)).toEqual([['search', { text: 'oud', found: total }]]);
});

test('a cart has events for sharing, and for its checkout page', async ({ page, request }) => {
  await listen(page);
  const line = await cartLine(request, OUD_WOOD.id, 2);
  await seedStorage(page, storedCart([line]));
  const items = [{ id: line.id, price: line.price, quantity: 2 }];
  const value = line.price * 2;
  await page.goto('/brands');
  await page.getByRole('banner').getByRole('button', { name: /cart/i }).click();
  const order = page.getByRole('link', { name: 'Order on WhatsApp' });
  // It would open another tab, on another company's page.
  await order.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await order.click();
  const shared: Told = ['share-cart', { by: 'whatsapp', value, items }];
  await expect.poll(() => heard(page)).toEqual([shared]);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await expect.poll(() => last(page)).toEqual(['begin-checkout', { value, items }]);
});

test('a payment has one event, without its reference', { tag: '@core' }, async ({ page }) => {
  await listen(page);
  const reference = 'event-reference-0001';
  const begun = { reference, page: '', cart: 'cart-1', quantities: { [OUD_WOOD.id]: 2 } };
  const when = { begunAt: Date.now(), settled: false };
  await seedStorage(page, { 'turare:payments': { begun: [{ ...begun, ...when }], cleared: [] } });
  await page.route('**/api/payment/verify/**', (route) =>
    route.fulfill({
      json: {
        payment: {
          status: 'paid',
          reference,
          email: 'a@b.example',
          amount: 9500.5,
          channel: 'card',
        },
      },
    }),
  );
  const result = page.getByRole('heading', { name: 'Payment Successful!' });
  for (let visit = 0; visit < 2; visit++) {
    await page.goto(`/payment/callback?reference=${reference}`);
    await expect(result).toBeVisible();
    await expect.poll(() => heard(page)).toHaveLength(1);
  }
  expect(await heard(page)).toEqual([
    ['purchase', { value: 9500.5, items: [{ id: OUD_WOOD.id, quantity: 2 }] }],
  ]);
});

test('the quick view’s event names its product', async ({ page, request }) => {
  await listen(page);
  const product = (await allProducts(request)).find(({ id }) => id === OUD_WOOD.id);
  if (!product) throw new Error('The demo has no Oud Wood');
  await page.goto('/brands/tom-ford');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href="${OUD_WOOD.path}"]`) });
  await card.hover();
  await card.getByRole('button', { name: /quick view/i }).click();
  await expect
    .poll(() => last(page))
    .toEqual(['view-product', { id: OUD_WOOD.id, price: salePrice(product, Date.now()) }]);
});
