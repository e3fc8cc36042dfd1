import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { KHAMRAH, testShop } from '../support/shop.ts';
import { main, title } from './orders-page.ts';

/** The price of a sample comes off the bottle: the order's page says so, if the backend knows about it. */
test('the code of a sample, with its amount, its last day and a link that applies it', {
  tag: '@foreign',
}, async ({ page }) => {
  await logInMadeUp(page, madeUpSession('Amina'));
  const answer = anOrder('order-00001', {
    sampleCodes: [
      {
        code: 'SAMPLE-7KQ2M9XWTR',
        discount: 4500,
        name: 'Oud 50 ml',
        productId: KHAMRAH.id,
        endsAt: '2026-12-27T22:59:59.999Z',
      },
    ],
  });
  await page.route('**/api/order/order-00001', (route) => route.fulfill({ json: answer }));
  await page.goto('/orders/order-00001');
  await expect(title(page, 'Order #00001')).toBeVisible();
  if (testShop.api) {
    await expect(page.getByText('SAMPLE-7KQ2M9XWTR')).toHaveCount(0);
    return;
  }
  const words = main(page).getByRole('link', { name: '₦4,500 off Oud 50 ml' });
  await expect(main(page).getByText('SAMPLE-7KQ2M9XWTR')).toBeVisible();
  await expect(words).toHaveText('₦4,500 off Oud 50 ml, until December 27, 2026');
  await expect(words).toHaveAttribute('href', `/products/${KHAMRAH.id}?code=SAMPLE-7KQ2M9XWTR`);
  await noViolationInMain(page, ['dark', 'light']);
});
