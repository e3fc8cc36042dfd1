import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH, OUD_WOOD, testShop } from '../support/shop.ts';
import { openFilled, payButton } from './checkout-form.ts';

const KEY = 'turare:campaign';
const kept = (page: Page) => page.evaluate((key) => sessionStorage.getItem(key), KEY);

/** Orders, and returns the body of the call. */
async function order(page: Page, request: APIRequestContext) {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  const sent = page.waitForRequest('**/api/payment/initialize');
  await payButton(page).click();
  const body = (await sent).postDataJSON();
  await expect(page.getByRole('button', { name: 'Pay now' })).toBeVisible();
  return body;
}

test('a campaign’s words reach the order, but not the identifiers of a click or a person', {
  tag: '@foreign',
}, async ({ page, request }) => {
  const words = 'utm_source=instagram&utm_medium=story&utm_campaign=Harmattan%20sale';
  await page.goto(
    `${OUD_WOOD.path}?gclid=Cj0KC&${words}&fbclid=IwAR0&utm_id=77&utm_content=a@b.example`,
  );
  expect(await kept(page)).toMatch(/^[?&]utm_source=instagram&utm_medium=story&utm_campaign=/);
  expect(await kept(page)).not.toMatch(/gclid|fbclid|utm_id/);
  await page.goto('/about');
  const { campaign } = await order(page, request);
  // A backend with only spec §7 gets no campaign.
  expect(campaign).toEqual(
    testShop.api ? undefined : { source: 'instagram', medium: 'story', campaign: 'Harmattan sale' },
  );
  expect(await page.context().cookies()).toEqual([]);
});

test('a visit without a campaign sends none, and hostile words harm nothing', async ({
  page,
  request,
}) => {
  await page.goto(
    `/?utm_source=%00%ff${'x'.repeat(3000)}&utm_source=%E2%80%AE&utm_mediumx=1&utm_=2`,
  );
  expect((await kept(page))?.length).toBeLessThanOrEqual(2000);
  await page.evaluate((key) => sessionStorage.removeItem(key), KEY);
  await page.goto('/products?search=utm_source=instagram');
  expect(await kept(page)).toBeNull();
  expect(await order(page, request)).not.toHaveProperty('campaign');
});
