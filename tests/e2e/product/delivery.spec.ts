import type { ShippingPlace } from '#contract/app-data.ts';
import { formatNaira } from '#domain/money.ts';
import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { OUD } from './product-page.ts';

test.describe('delivery fees by place', () => {
  test.use({ allowConsole: [/shipping-addresses/] });

  test('load when opened; the checkout knows the chosen place and does not fetch the list again', async ({
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
    await noViolation(page);
    await page.getByRole('radio', { name: wanted.place }).check();
    await page.getByRole('button', { name: 'ADD TO CART' }).click();
    await page.goto('/checkout');
    await expect(page.getByLabel('Shipping Location')).toHaveValue(wanted.place);
    expect(calls).toBe(1);
  });

  test('show Loading shipping locations..., then Failed to load shipping locations with Try again', async ({
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
    await noViolation(page);
    await page.unroute('**/api/app-data/shipping-addresses');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('radio').first()).toBeAttached();
    await expect(page.getByText('Delivery fees by place')).toBeFocused();
  });
});
