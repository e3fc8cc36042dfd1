import { signUp, storedSession } from '../support/account.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { anOrder, logInMadeUp, madeUpSession } from '../support/order.ts';
import {
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { main, title } from './orders-page.ts';

test.describe('an order is cancelled', { tag: '@own' }, () => {
  for (const who of ['a guest', 'an account'] as const)
    test(`by ${who} after a question, and the page says what happens to the money`, async ({
      page,
      request,
    }) => {
      const { place } = await shippingPlace(request);
      await seedStorage(page, {
        ...storedCart([await cartLine(request, KHAMRAH.id)]),
        ...storedDraft(newEmail(), place),
        ...(who === 'an account' && storedSession(await signUp(request))),
      });
      await page.goto('/checkout');
      await expect(page.getByText('Shipping to:')).toBeVisible();
      await page.getByRole('button', { name: 'Proceed to Payment' }).click();
      await page.getByRole('button', { name: 'Pay now' }).click();
      await main(page)
        .getByRole('link', { name: /^View Order #/ })
        .click();
      const press = main(page).getByRole('button', { name: 'Cancel order' });
      const head = main(page).getByRole('status').filter({ hasText: 'Order #' });
      await press.click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('We pay back what you paid within');
      await dialog.getByRole('button', { name: 'Keep my order' }).click();
      await expect(dialog).toBeHidden();
      await expect(press).toBeFocused();
      await press.click();
      await dialog.getByRole('button', { name: 'Cancel order' }).click();
      await expect(
        main(page).getByText('This order was cancelled, and nothing is sent.'),
      ).toBeVisible();
      await expect(head).toContainText('Cancelled');
      await expect(main(page).getByRole('region', { name: 'Refunds' })).toBeVisible();
      const steps = main(page)
        .getByRole('region', { name: 'Order Timeline' })
        .getByRole('listitem');
      await expect(steps).toHaveText([/^Order Created/, /^Payment Confirmed/]);
      await expect(press).toHaveCount(0);
      await page.reload();
      await expect(head).toContainText('Cancelled');
      await noViolationInMain(page);
    });

  test.describe('or kept', () => {
    test.use({ allowConsole: [/cancel\/-\)$/] });
    test('not once it is packed, nor without a connection: the dialog says why', async ({
      page,
    }) => {
      await logInMadeUp(page, madeUpSession('Amina'));
      await page.route('**/api/order/o-12345', (route) =>
        route.fulfill({ json: anOrder('o-12345', { cancellable: true }) }),
      );
      await page.goto('/orders/o-12345');
      await main(page).getByRole('button', { name: 'Cancel order' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toBeVisible();
      const again = dialog.getByRole('button', { name: 'Cancel order' });
      await page.route('**/api/order/o-12345/cancel/*', (route) => route.abort());
      await again.click();
      await expect(dialog.getByRole('alert')).toContainText('Please check your connection');
      await page.route('**/api/order/o-12345/cancel/*', (route) =>
        route.fulfill({
          status: 409,
          json: { code: 'order_kept', message: 'It is packed already.' },
        }),
      );
      await again.click();
      await expect(dialog.getByRole('alert')).toHaveText('It is packed already.');
      await noViolationInMain(page);
      await dialog.getByRole('button', { name: 'Keep my order' }).click();
      await expect(title(page, 'Order #12345')).toBeVisible();
    });
  });
});
