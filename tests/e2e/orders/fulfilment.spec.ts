import type { Order } from '#contract/order.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import { main, title } from './orders-page.ts';

const SHIPPED: NonNullable<Order['fulfilment']> = {
  steps: [
    { step: 'packed', at: '2026-11-21T08:12:00.000Z', courier: null, trackingNumber: null },
    {
      step: 'shipped',
      at: '2026-11-21T10:40:00.000Z',
      courier: 'GIG Logistics',
      trackingNumber: 'GIG-4417',
    },
    // A backend may have steps that this site does not know.
    { step: 'weighed', at: '2026-11-21T11:00:00.000Z', courier: null, trackingNumber: null },
  ],
  refunds: [
    { amount: 12_500, status: 'paid_back', at: '2026-11-22T09:00:00.000Z' },
    { amount: 1500.5, status: 'under_way', at: '2026-11-22T16:20:00.000Z' },
  ],
};

test.describe('beneath the timeline of an order', { tag: '@own' }, () => {
  test('are the steps of the goods, and refunds', async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    await page.route('**/api/order/o-12345', (route) =>
      route.fulfill({ json: anOrder('o-12345', { fulfilment: SHIPPED }) }),
    );
    await page.goto('/orders/o-12345');
    await expect(title(page, 'Order #12345')).toBeVisible();
    const delivery = main(page).getByRole('region', { name: 'Delivery' });
    await expect(delivery.getByRole('listitem')).toHaveText([
      /^PackedNovember 21, 2026 at 9:12\sAM$/,
      /^On its way to you.*Courier GIG LogisticsTracking number GIG-4417$/,
    ]);
    const refunds = main(page).getByRole('region', { name: 'Refunds' });
    await expect(refunds.getByRole('listitem')).toHaveText([
      /^RefundedNovember 22, 2026 at 10:00\sAM₦12,500$/,
      /^Refund on its way.*₦1,500\.50$/,
    ]);
    await expect(refunds.getByText('Your bank may take up to ten working days')).toBeVisible();
    await noViolationInMain(page, ['dark', 'light']);
  });

  test('is nothing as long as there is no event', async ({ page }) => {
    await logInMadeUp(page, madeUpSession('Amina'));
    const fulfilment = { steps: [], refunds: [] };
    await page.route('**/api/order/o-12345', (route) =>
      route.fulfill({ json: anOrder('o-12345', { fulfilment }) }),
    );
    await page.goto('/orders/o-12345');
    await expect(main(page).getByRole('region', { name: 'Order Timeline' })).toBeVisible();
    await expect(main(page).getByRole('region', { name: /Delivery|Refunds/ })).toHaveCount(0);
  });
});
