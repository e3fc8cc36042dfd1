import type { APIRequestContext } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { noViolation, noViolationInMain } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { newEmail } from '../support/seed.ts';
import { OUD_WOOD, testShop } from '../support/shop.ts';
import { inMain, OUD } from './product-page.ts';

/** 'Tell me when it is back', and the links of its emails. */

// The 404 page shows a product that is newer than the last build.
test.use({ allowConsole: [/api\/stock-alert|products\/sold-out/] });

const ASK = '**/api/stock-alert';

/** Returns the link with these words in the last email to an address. */
async function linkOf(request: APIRequestContext, email: string, words: string): Promise<string> {
  const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
  const [newest] = (await answer.json()) as { text: string }[];
  const { pathname, search, hash } = new URL(
    newest?.text.split(`${words}: `)[1]?.split('\n')[0] ?? '',
  );
  return pathname + search + hash;
}

test('only a sold-out product has the button, which loads the form at the first touch', {
  tag: '@own',
}, async ({ page }) => {
  const press = inMain(page).getByText('Tell me when it is back');
  await page.goto(OUD);
  await expect(inMain(page).getByRole('button', { name: 'ADD TO CART' })).toBeEnabled();
  await expect(press).toBeHidden();

  const scripts: string[] = [];
  page.on('request', (asked) => {
    if (asked.url().includes('stock-alert')) scripts.push(asked.url());
  });
  await testShop.changeFigures(page, { [OUD_WOOD.id]: { qtyAvailable: 0 } });
  await page.reload();
  await expect(press).toBeVisible();
  expect(scripts).toEqual([]);
  await press.click();
  const field = inMain(page).getByLabel('Email');
  await expect(field).toBeVisible();
  await noViolation(page);

  await field.fill('ada@');
  await field.press('Enter');
  await expect(inMain(page).getByText('Please enter a valid email')).toBeVisible();
  await expect(field).toBeFocused();

  await page.route(ASK, (route) => route.abort());
  await field.fill('ada@example.com');
  await inMain(page).getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(inMain(page).getByText('The shop could not be reached.')).toBeVisible();
  await expect(field).toHaveValue('ada@example.com');
  await page.unroute(ASK);

  // The shop itself has the product in stock.
  await inMain(page).getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(inMain(page).getByText('It is back: you can buy it now.')).toBeVisible();
  await expect(press).toBeFocused();
});

test('a shopper confirms by email, and unsubscribes with one press of a link', {
  tag: '@own',
}, async ({ page, request }) => {
  const email = newEmail();
  const id = await testShop.addLateProduct(request, `Sold Out ${email}`);
  await inOwnShop((db) => db.execute(sql`update stock set on_hand = 0 where product_id = ${id}`));
  await page.goto(`/products/${id}`);
  const main = inMain(page);
  await main.getByText('Tell me when it is back').click();
  await main.getByLabel('Email').fill(email);
  await main.getByRole('button', { name: 'Tell me', exact: true }).click();
  await expect(main.getByText(`Check ${email}`)).toBeVisible();
  await page.reload();
  await main.getByText('Tell me when it is back').click();
  await expect(main.getByText('You have asked for this already.')).toBeVisible();

  const stop = await linkOf(request, email, 'Stop this email');
  await page.goto(await linkOf(request, email, 'Yes, tell me when it is back'));
  await expect(
    main.getByRole('heading', { name: `Shall we tell you when Sold Out` }),
  ).toBeVisible();
  await noViolationInMain(page);
  await main.getByRole('button', { name: 'Yes, tell me' }).click();
  await expect(main.getByRole('heading', { name: 'We will tell you' })).toBeVisible();
  await noViolationInMain(page);

  // The link alone is enough.
  await page.goto(stop);
  await expect(main.getByRole('heading', { name: 'Stopped' })).toBeVisible();
  await page.goto(stop.replace('stop=', 'confirm='));
  await expect(main.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
});
