import { expect, type Locator, type Page } from '@playwright/test';
import type { Order } from '#contract/order.ts';
import { bearer, type Customer } from '../support/account.ts';
import { testShop } from '../support/shop.ts';

/** The call for the list. */
export const LIST = '**/api/order/my-orders';
/** Every script of a page. */
export const SCRIPTS = '**/_assets/*.js';

export const main = (page: Page) => page.getByRole('main');
export const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 });
/** Finds the orders of the list. Their skeletons are hidden from assistive technology. */
export const rows = (page: Page) => main(page).getByRole('listitem').filter({ hasText: 'Order #' });
/** Asserts that a text has the colour of a token of look/tokens.css. */
export async function expectColour(text: Locator, token: string) {
  const colour = await text.evaluate((element, name) => {
    const sample = element.ownerDocument.createElement('i');
    sample.style.color = `var(--color-${name})`;
    element.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  }, token);
  await expect(text).toHaveCSS('color', colour);
}

/** Fetches the customer's orders from the API. */
export async function ordersOf(page: Page, customer: Customer): Promise<Order[]> {
  const answer = await page.request.get(`${testShop.api}/api/order/my-orders`, {
    headers: bearer(customer),
  });
  return (await answer.json()) as Order[];
}
