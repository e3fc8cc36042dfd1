import type { APIRequestContext, Page } from '@playwright/test';
import { eq, like } from 'drizzle-orm';
import { orders } from '#backend/orders/tables.ts';
import { products } from '#backend/products/tables.ts';
import { promotionCodes } from '#backend/promotions/tables.ts';
import { formatNaira } from '#domain/money/money.ts';
import { bearer, type Customer, signUp, storedSession } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { inOwnShop } from '../support/own-shop.ts';
import { newCode, promote } from '../support/promotions.ts';
import {
  beginPayment,
  cartLine,
  newEmail,
  seedStorage,
  shippingPlace,
  storedCart,
  storedDraft,
} from '../support/seed.ts';
import { field, payButton } from './checkout-form.ts';

/** The price of a sample comes off its bottle, whatever other code counts. */
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });
const sum = (page: Page, name: string) => summary(page).locator(`dt:text-is("${name}") + dd`);

/** Returns the ids of a bottle of the demo and of its sample. */
async function fragrance() {
  let ids: { id: string; sample: number | null }[] = [];
  await inOwnShop(async (db) => {
    ids = await db
      .select({ id: products.id, sample: products.sample })
      .from(products)
      .where(like(products.name, '%Grand Soir%'));
  });
  const [bottle, sample] = [null, 1].map((of) => ids.find((one) => one.sample === of)?.id ?? '');
  return { bottle: bottle ?? '', sample: sample ?? '' };
}

/** Buys a sample, and opens a filled checkout with its bottle. Returns the code that the order came with. */
async function withSample(page: Page, request: APIRequestContext, customer?: Customer) {
  const { bottle, sample } = await fragrance();
  const email = customer?.email ?? newEmail();
  const line = await cartLine(request, sample);
  const headers = customer && bearer(customer);
  const { authorization_url } = await beginPayment(request, [line], email, headers);
  await page.goto(authorization_url);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Payment Successful!')).toBeVisible();
  let code = '';
  await inOwnShop(async (db) => {
    const [row] = await db
      .select({ code: promotionCodes.code })
      .from(promotionCodes)
      .innerJoin(orders, eq(orders.id, promotionCodes.orderId))
      .where(eq(orders.email, email));
    code = row?.code ?? '';
  });
  const { place, amount } = await shippingPlace(request);
  const item = await cartLine(request, bottle);
  await seedStorage(page, {
    ...storedCart([item]),
    ...storedDraft(email, place),
    ...(customer && storedSession(customer)),
  });
  await page.goto('/checkout');
  await expect(page.getByText('Shipping to:')).toBeVisible();
  return { code, off: line.price, cost: item.price + amount };
}

test('a signed-in customer gets it without typing, next to a typed code @own', async ({
  page,
  request,
}) => {
  const ten = newCode();
  await promote({ code: ten });
  const customer = await signUp(request);
  const { code, off, cost } = await withSample(page, request, customer);
  await field(page, 'Full Name').click();
  await expect(sum(page, `Price of your sample (${code})`)).toHaveText(`−${formatNaira(off)}`);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - off));
  await page.locator('summary').filter({ hasText: 'Have a code?' }).click();
  await expect(field(page, 'Code')).toHaveValue('');
  await field(page, 'Code').fill(ten);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(sum(page, `Harmattan sale (${ten})`)).toHaveText(`−${formatNaira(5000)}`);
  await expect(page.getByRole('button', { name: `Remove the code ${ten}` })).toBeVisible();
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - off - 5000));
  await payButton(page).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^View Order #/ })
    .click();
  const row = (name: string) => page.getByRole('main').locator(`dt:text-is("${name}") + dd`);
  await expect(row(`Harmattan sale (${ten})`)).toHaveText(`−${formatNaira(5000)}`);
  await expect(row(`Price of your sample (${code})`)).toHaveText(`−${formatNaira(off)}`);
  await expect(row('Total Amount')).toHaveText(formatNaira(cost - off - 5000));
});

test("a guest who types another code in place of her sample's reads which one counts @own", async ({
  page,
  request,
}) => {
  const ten = newCode();
  await promote({ code: ten });
  const { code, off, cost } = await withSample(page, request);
  await page.locator('summary').filter({ hasText: 'Have a code?' }).click();
  const apply = async (text: string) => {
    await field(page, 'Code').fill(text);
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  await apply(code.toLowerCase());
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - off));
  await apply(ten);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - 5000));
  const note = summary(page).getByText(
    new RegExp(
      `^The code ${ten} counts\\. The code ${code} is not used, and stays valid until [A-Z][a-z]+ \\d+, \\d{4}\\.$`,
    ),
  );
  await expect(note).toBeVisible();
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/stays valid until/);
  await apply(code);
  await expect(sum(page, 'Total')).toHaveText(formatNaira(cost - off));
  await expect(note).toBeHidden();
});
