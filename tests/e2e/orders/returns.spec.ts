import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { signUp, storedSession } from '../support/account.ts';
import { noViolation, noViolationInMain } from '../support/axe.ts';
import { deliveredOrder, mailsTo } from '../support/delivered-order.ts';
import { expect, test } from '../support/fixtures.ts';
import { OFFICE, signedIn } from '../support/office.ts';
import { looksRight, opensLight } from '../support/office-looks.ts';
import { newEmail, seedStorage } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { main } from './orders-page.ts';

/** Goods that go back: from the page of the order to the back office, and to the money. */

const returns = (page: Page) => main(page).getByRole('region', { name: 'Returns' });
const askButton = (page: Page) => page.getByRole('button', { name: 'Ask to send it back' });

/** Fills in the form for one bottle that came broken. */
async function fill(page: Page): Promise<void> {
  await returns(page).getByRole('button', { name: 'Send something back' }).click();
  await page.getByLabel(KHAMRAH.name).selectOption('Send 1 of 2 back');
  await page.getByLabel('Reason').selectOption('It is broken or leaking');
  await page.getByLabel('What is wrong?').fill('The pump is broken.');
  await page.getByLabel('What would you like?').selectOption('My money back');
}

/** Opens the page of the order's return in the back office, as an owner. */
async function openOffice(browser: Browser, id: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: OFFICE });
  const office = await context.newPage();
  await signedIn(office, 'owner');
  await office.goto(`/admin/orders/${id}`);
  await office.getByRole('link', { name: 'It is broken or leaking' }).click();
  return office;
}

test('a guest asks for a return with a picture, staff receive it, and her money goes back', {
  tag: ['@own', '@core'],
}, async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  const email = newEmail();
  const address = await deliveredOrder(page, email);
  const path = address.pathname + address.hash;
  await page.goto(baseURL + path);
  await expect(returns(page).getByText('you can ask to send something back')).toBeVisible();
  await returns(page).getByRole('button', { name: 'Send something back' }).click();
  await askButton(page).click();
  await expect(page.getByLabel(KHAMRAH.name)).toBeFocused();
  await expect(returns(page).getByText('Choose what you want to send back')).toBeVisible();
  await noViolationInMain(page);
  await returns(page).getByRole('button', { name: 'Send something back' }).click();
  await fill(page);
  await askButton(page).click();
  const request = returns(page).getByRole('listitem').first();
  await expect(returns(page).getByText('We have your request.')).toBeFocused();
  await expect(request).toContainText('We look at it');
  await expect(request).toContainText(`1 × ${KHAMRAH.name}`);
  const picture = sharp({ create: { width: 3000, height: 2000, channels: 3, background: 'teal' } });
  const buffer = await picture.jpeg().toBuffer();
  const file = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer };
  await returns(page).getByLabel('Add a picture').setInputFiles(file);
  await expect(returns(page).getByRole('img', { name: 'What you sent, 1' })).toBeVisible();
  await noViolationInMain(page, ['dark', 'light']);

  const id = address.pathname.replace(/.*\//, '');
  const office = await openOffice(browser, id);
  await expect(office.getByText('The pump is broken.')).toBeVisible();
  await expect(office.getByRole('img', { name: 'From the customer, 1' })).toBeVisible();
  await office.getByLabel('What happens next, or why not').fill('GIG fetches it on Tuesday.');
  await office.getByRole('button', { name: 'Accept the return' }).click();
  await expect(office.getByText('accepted, on its way back')).toBeVisible();

  await page.reload();
  await expect(request).toContainText('GIG fetches it on Tuesday.');
  await office.getByLabel('Written off').fill('1');
  await office.getByRole('button', { name: 'Record what has arrived' }).click();
  await office.getByRole('button', { name: 'Pay it back' }).click();
  await expect(office.getByText('settled')).toBeVisible();
  await page.reload();
  await expect(request).toContainText('Settled');
  const subjects = (await mailsTo(page.request, email)).map(({ subject }) => subject).join('\n');
  for (const words of ['your request to return', 'is accepted', 'paying back'])
    expect(subjects).toContain(words);
  await office.context().close();
});

test('a customer sees her return in her account, and a refusal with its reason', {
  tag: '@own',
}, async ({ page, browser }) => {
  const customer = await signUp(page.request);
  const address = await deliveredOrder(page, customer.email);
  await seedStorage(page, storedSession(customer));
  await page.goto(address.pathname);
  await fill(page);
  await askButton(page).click();
  await expect(returns(page).getByText('We look at it')).toBeVisible();
  const office = await openOffice(browser, address.pathname.replace(/.*\//, ''));
  await office.getByLabel('What happens next, or why not').fill('The seal was broken by you.');
  await office.getByRole('button', { name: 'Refuse the return' }).click();
  await expect(office.getByText('refused, and the customer gets an email')).toBeVisible();
  await page.reload();
  await expect(returns(page).getByText('The seal was broken by you.')).toBeVisible();
  // The bottle can be asked for again.
  await expect(returns(page).getByRole('button', { name: 'Send something back' })).toBeVisible();
  await office.context().close();
});

test.describe('in trouble', () => {
  test.use({ allowConsole: [/api\/order\/.*return|Failed to load resource/] });

  test('what she typed is kept offline and after a lost answer, and two tabs ask once', {
    tag: '@own',
  }, async ({ page, context, baseURL }) => {
    const address = await deliveredOrder(page, newEmail());
    const path = baseURL + address.pathname + address.hash;
    await page.goto(path);
    await fill(page);
    await page.getByLabel(KHAMRAH.name).selectOption('Send 2 of 2 back');
    const other = await context.newPage();
    await other.goto(path);
    await fill(other);
    await context.setOffline(true);
    await askButton(page).click();
    await expect(returns(page).getByRole('alert')).toContainText(/network|connection|offline/i);
    await context.setOffline(false);
    // The request arrives, its answer does not.
    await page.route(
      '**/api/order/*/return/*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await askButton(page).click();
    await expect(returns(page).getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('What is wrong?')).toHaveValue('The pump is broken.');
    await askButton(page).click();
    await expect(returns(page).getByText('We look at it')).toHaveCount(1);

    await askButton(other).click();
    await expect(returns(other).getByText('you have asked for it already')).toBeVisible();
    await noViolationInMain(other);
    await other.close();
  });
});

test('the pages of a return are light, for everybody and of any width', {
  tag: '@own',
}, async ({ page, browser, baseURL }) => {
  const address = await deliveredOrder(page, newEmail());
  await page.goto(baseURL + address.pathname + address.hash);
  await fill(page);
  await askButton(page).click();
  await expect(returns(page).getByText('We look at it')).toBeVisible();
  const office = await openOffice(browser, address.pathname.replace(/.*\//, ''));
  await opensLight(office, new URL(office.url()).pathname, 'return');
  await office.getByLabel('What happens next, or why not').fill('Send it.');
  await office.getByRole('button', { name: 'Accept the return' }).click();
  await looksRight(office, 'return-accepted');
  await office.getByRole('button', { name: 'Record what has arrived' }).click();
  await expect(office.getByText('Write how many of the 1 have arrived.').first()).toBeVisible();
  await noViolation(office);
  await office.getByLabel('Back into stock').fill('1');
  await office.getByRole('button', { name: 'Record what has arrived' }).click();
  await looksRight(office, 'return-received');
  await office.goto('/admin/orders?show=return');
  await expect(office.getByRole('main')).toContainText(address.pathname.slice(-5).toUpperCase());
  await office.context().close();
});
