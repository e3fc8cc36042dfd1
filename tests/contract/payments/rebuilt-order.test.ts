import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { orderTable } from '#scripts/orders/table.ts';
import type { Person } from '../admin/office.harness.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import { all } from '../orders/merchant-shop.harness.ts';
import { manyLines, manyProducts } from './rebuild.harness.ts';
import { lostPayments } from './unmatched.harness.ts';

/** The merchant's view of rebuilt orders: one with complete data, one with many gaps, and an ordinary one. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
let whole: OrderRow;
let partial: OrderRow;
let other: OrderRow;
/** The data that did not fit beside the second payment. */
let missing: string;

const SAYS_MISSING = /Lost/;
const SAYS_REBUILT =
  /Rebuilt, .*, because the database did not have it\. Check whether it was packed before\./;

beforeAll(async () => {
  shop = await openOrdersOffice({ MERCHANT_EMAIL: 'orders@shop.example' }, manyProducts);
  owner = await shop.signIn('owner', 'Bola');
  const lost = lostPayments(shop);
  const again = async (change = {}) => {
    const reference = await lost.lose(change);
    await shop.happen(reference, { event: 'charge.success' });
    await lost.until(async () => expect(await lost.isFound(reference)).toBe(true));
    await owner.submit('/admin/payments', `/admin/payments/${reference}/order`);
    return shop.orderOf(reference);
  };
  other = await shop.pay();
  whole = await again();
  partial = await again(manyLines());
  missing = partial.rebuiltWithout ?? '';
});
afterAll(() => shop.close());

test('its page has a badge, the notice with what did not fit, and who made it', async () => {
  const page = (order: OrderRow) => owner.open(`/admin/orders/${order.id}`);
  const [known, unknown, usual] = [await page(whole), await page(partial), await page(other)];
  for (const { html, text } of [known, unknown]) {
    expect(html).toMatch(/class="badge[^>]*>rebuilt</);
    expect(text).toMatch(SAYS_REBUILT);
    expect(text).toMatch(/Rebuilt .*, Bola/);
  }
  expect(missing).toMatch(/^\d+ of 100 products, the place of delivery, the name, /);
  expect(unknown.text).toContain(`Check whether it was packed before. Lost: ${missing}.`);
  expect(unknown.text).toContain('1 × Further products, which are not known any more');
  expect(known.text).not.toMatch(SAYS_MISSING);
  expect(usual.text).not.toMatch(SAYS_REBUILT);
  expect(usual.html).not.toContain('>rebuilt<');
});

test('the list of orders marks it, and no other', async () => {
  const { html } = await owner.open('/admin/orders?show=all');
  expect(html.match(/class="badge[^>]*>rebuilt</g)).toHaveLength(2);
});

test('the packing slip names unknown details', async () => {
  const slip = async ({ id }: OrderRow) => (await owner.open(`/admin/orders/slips?id=${id}`)).text;
  expect(await slip(partial)).toContain(`Lost: ${missing}`);
  expect(await slip(partial)).toContain('1 × Further products, which are not known any more');
  expect(await slip(partial)).not.toContain('in this parcel');
  expect(await slip(whole)).not.toMatch(SAYS_MISSING);
  expect(await slip(whole)).toContain('1 unit in this parcel');
});

test('the export has the time of recreation, and the missing details', async () => {
  const { html: file } = await owner.open('/admin/orders/csv?show=all');
  const cells = (order: OrderRow) => file.match(new RegExp(`,${order.id},([^\r]*)`))?.[1];
  expect(cells(partial)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,"/);
  expect(cells(partial)).toContain(`,"${missing}"`);
  expect(cells(whole)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d,(,|$)/);
  expect(cells(other)).toMatch(/^,(,|$)/);
});

test('the list of the command marks it', async () => {
  const table = (await all(orderTable(eachOrder(shop.services.db, {})))).join('').split('\n');
  const row = (order: OrderRow) => table.find((line) => line.startsWith(orderNumber(order.id)));
  expect(row(whole)).toMatch(/Lagos – Ikeja +rebuilt$/);
  expect(row(partial)).toMatch(/Not known +rebuilt$/);
  expect(row(other)).toMatch(/Lagos – Ikeja$/);
  expect(table[0]).toMatch(/Going to$/);
});
