import type { APIRequestContext } from '@playwright/test';
import { openFilled, payButton } from '../checkout/checkout-form.ts';
import { noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { cartLine, shippingPlace } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import { main, title } from './orders-page.ts';

/** A refund that cannot go back: from the link in the email to the account. The sandbox stands in for Paystack. */

// The bank does not know the first number.
test.use({ allowConsole: [/api\/refund-account\/-\/name/] });

/** Returns the path of the link in the newest email about an account. */
async function linkOf(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  const mails = (await answer.json()) as { text: string }[];
  const [link = ''] = mails.flatMap(({ text }) => /\/refund-account#key=[\w-]+/.exec(text) ?? []);
  return link;
}

test('a customer names her account, corrects it, and sees where her money goes', {
  tag: ['@own', '@core'],
}, async ({ page, request, baseURL }) => {
  const { place } = await shippingPlace(request);
  await openFilled(page, await cartLine(request, KHAMRAH.id), place);
  const email = await page.getByLabel('Email').inputValue();
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(title(page, 'Payment Successful!')).toBeVisible();
  const reference = new URL(page.url()).searchParams.get('reference');
  const { protocol, hostname, port } = new URL(baseURL ?? '');
  const sandbox = `${protocol}//${hostname}:${Number(port) + 1}`;
  const ordered = await request.post(`${sandbox}/sandbox/events/${reference}`, {
    data: { event: 'refund.needs-attention', amount: 100_000 },
  });
  expect(ordered.status()).toBe(201);
  await expect.poll(() => linkOf(request, email)).not.toBe('');

  await page.goto(await linkOf(request, email));
  await expect(title(page, 'Where should your ₦1,000 go?')).toBeVisible();
  await noViolationInMain(page);
  const number = page.getByLabel('Account number');
  const check = page.getByRole('button', { name: 'Check the account' });
  await number.fill('123');
  await check.click();
  await expect(page.getByLabel('Bank')).toBeFocused();
  await expect(main(page).getByText('Enter the ten digits of the account number')).toBeVisible();
  await page.getByLabel('Bank').selectOption('Guaranty Trust Bank');
  await number.fill('0001234567');
  await check.click();
  await expect(main(page).getByText('has no account with this number')).toBeVisible();
  await expect(number).toBeFocused();
  await number.fill('012 345 6789');
  await check.click();
  await expect(title(page, 'Is this you?')).toBeVisible();
  await expect(main(page).getByText('SANDBOX CUSTOMER')).toBeVisible();
  await noViolationInMain(page);
  await page.getByRole('button', { name: 'No, change it' }).click();
  await expect(number).toHaveValue('012 345 6789');
  await check.click();
  await page.getByRole('button', { name: 'Yes, send ₦1,000 here' }).click();
  await expect(title(page, 'Your refund is on its way')).toBeVisible();
  await expect(main(page).getByText('Guaranty Trust Bank that ends in 6789')).toBeVisible();
  await page.reload();
  await expect(title(page, 'Your refund is on its way')).toBeVisible();
});
