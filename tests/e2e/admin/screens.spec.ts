import { lostTimes } from '#backend/lost-time/tables.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight, opensLight } from '../support/office-looks.ts';
import { inOwnShop } from '../support/own-shop.ts';

test.use({ baseURL: OFFICE, allowConsole: [/Failed to load resource: .* 4\d\d/] });

test('the pages of the way in are light, for everybody and of any width @own', async ({ page }) => {
  await opensLight(page, '/admin/way-in', 'way-in');
  await opensLight(page, '/admin/join#something', 'join');
});

test('the pages of an owner are light, for everybody and of any width @own', async ({ page }) => {
  await signedIn(page, 'owner');
  for (const name of ['more', 'people', 'log', 'nothing'])
    await opensLight(page, `/admin/${name}`, name);
  await page.goto('/admin/people');
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await looksRight(page, 'people-refused');
  await page.getByLabel('Name').fill(`Tunde ${Date.now()}`);
  await page.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByLabel('The link')).toBeVisible();
  await looksRight(page, 'link');
  await page.goto('/admin/people');
  await page
    .getByRole('link', { name: /^Tunde/ })
    .last()
    .click();
  await looksRight(page, 'person');
});

test('after a lost time, the form for emails about orders is for everybody and of any width @own', async ({
  page,
}) => {
  await signedIn(page, 'owner');
  await inOwnShop(async (db) => {
    const lost = { reason: 'restored', lostFrom: new Date(), askedAt: new Date() } as const;
    await db.insert(lostTimes).values(lost);
  });
  try {
    await opensLight(page, '/admin/payments', 'lost-orders');
    await page.getByLabel('Paste the email').fill('Hello');
    await page.getByRole('button', { name: 'Make the order again' }).click();
    await expect(page.getByRole('alert')).toContainText('There is no copy of an order');
    await looksRight(page, 'lost-orders-refused');
  } finally {
    await inOwnShop((db) => db.delete(lostTimes));
  }
});

test('a packer is told what only an owner may do @own', async ({ page }) => {
  await signedIn(page, 'packer');
  await opensLight(page, '/admin/people', 'forbidden');
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
});
