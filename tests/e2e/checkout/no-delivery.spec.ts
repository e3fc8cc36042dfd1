import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, newEmail, seedStorage, storedCart, storedDraft } from '../support/seed.ts';
import { OUD_WOOD } from '../support/shop.ts';
import { field, payButton } from './checkout-form.ts';

test('a shop without shipping locations says that it cannot deliver yet, and keeps what was typed', async ({
  page,
  request,
}) => {
  await page.route('**/api/app-data/shipping-addresses', (route) => route.fulfill({ json: [] }));
  const line = await cartLine(request, OUD_WOOD.id);
  await seedStorage(page, { ...storedCart([line]), ...storedDraft(newEmail(), '') });
  await page.goto('/checkout');
  // Nobody types before the form shows the stored draft.
  await expect(field(page, 'Address')).toHaveValue('12 Awolowo Road');
  await field(page, 'Address').fill('4 Marina Road');
  await expect(page.getByRole('form').getByRole('status')).toContainText('We cannot deliver yet');
  await expect(payButton(page)).toHaveCount(0);
  await expect(field(page, 'Shipping Location')).toHaveCount(0);
  await expect(page.getByText('No delivery yet')).toBeVisible();
  await noViolation(page);
  await page.reload();
  await expect(field(page, 'Address')).toHaveValue('4 Marina Road');

  await page.goto(`/products/${OUD_WOOD.id}`);
  await page.getByText('Your place').click();
  await expect(page.getByText('We cannot deliver yet.')).toBeVisible();
});
