import { emails } from '#backend/mail/tables.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight, opensLight } from '../support/office-looks.ts';
import { inOwnShop } from '../support/own-shop.ts';

/** The pages of places, words, releases, failed emails, and shoppers. */
test.use({ baseURL: OFFICE, allowConsole: [/Failed to load resource: .* 4\d\d/] });

test('the pages of places are for everybody and of any width @own', async ({ page }) => {
  await signedIn(page, 'owner');
  await opensLight(page, '/admin/shipping', 'shipping');
  await opensLight(page, '/admin/shipping/new', 'shipping-new');
  await page.getByLabel('State').selectOption('Kano');
  await page.getByRole('button', { name: 'Show the areas' }).click();
  await page.getByLabel('Fagge').check();
  await page.getByRole('button', { name: 'Add this place' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByLabel('Fagge')).toBeChecked();
  await looksRight(page, 'shipping-refused');
  await page.goto('/admin/shipping');
  await page.locator('.row a').first().click();
  await looksRight(page, 'shipping-place');
  await page.context().clearCookies();
  await signedIn(page, 'packer');
  await opensLight(page, '/admin/shipping', 'shipping-packer');
});

test('the pages of words are for everybody and of any width @own', async ({ page }) => {
  await signedIn(page, 'owner');
  await opensLight(page, '/admin/shop', 'shop');
  for (const field of ['promo', 'banners', 'brands', 'delivery', 'deliveryPolicy', 'phone']) {
    await opensLight(page, `/admin/shop/${field}`, `shop-${field}`);
  }
  await page.goto('/admin/shop/banners');
  await page.getByLabel('Title').first().fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  const error = page.getByRole('link', { name: 'Title must not be empty.' });
  await looksRight(page, 'shop-banners-refused');
  await error.click();
  await expect(page.getByLabel('Title').first()).toBeFocused();
});

test('two people at one form: the later one sees both @own', async ({ page, context }) => {
  await signedIn(page, 'owner');
  await page.goto('/admin/shop/hours');
  const other = await context.newPage();
  await other.goto('/admin/shop/hours');
  const first = `Always ${Date.now()}`;
  await other.getByLabel('Opening hours').fill(first);
  await other.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Opening hours').fill('Never');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Now in the shop: ${first}`)).toBeVisible();
  await expect(page.getByLabel('Opening hours')).toHaveValue('Never');
  await looksRight(page, 'shop-stale');
  await page.goto('/admin/shop/hours');
  await page.getByRole('button', { name: "Use the folder's again" }).click();
  await expect(page.getByRole('status')).toContainText("the folder's words are used again");
});

test('the pages of releases, emails and shoppers are for everybody and of any width @own', async ({
  page,
}) => {
  await inOwnShop((db) =>
    db
      .insert(emails)
      .values({
        id: 'paid:looks',
        recipient: 'a-customer-with-a-long-address@a-company-with-a-long-name.example',
        subject: 'Your order A1B2C is confirmed',
        text: 'x',
        html: 'x',
        deadAt: new Date(),
        lastError: '550 5.1.1 The mailbox does not exist',
      })
      .onConflictDoNothing(),
  );
  await signedIn(page, 'owner');
  await opensLight(page, '/admin/publications', 'publications');
  await opensLight(page, '/admin/emails', 'emails');
  await opensLight(page, '/admin/accounts', 'accounts');
  // The authors of the demo's reviews.
  await opensLight(page, '/admin/accounts?q=a', 'accounts-found');
  await page.locator('.row a').first().click();
  await expect(page.getByLabel('To confirm, type its email address')).toBeVisible();
  await looksRight(page, 'account');
});
