import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findByName } from '#backend/order-book/admin-orders.ts';
import { orders } from '#backend/orders/tables.ts';
import { shop as house } from '#config/shop.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { addPaidOrders } from '../../e2e/support/paid-orders.ts';
import { MOST_BYTES, type Person, weigh } from './office.harness.ts';
import { formOf, openOrdersOffice } from './orders-office.harness.ts';

/** The list of the orders, and actions on several of them. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let packer: Person;
let owner: Person;
beforeAll(async () => {
  shop = await openOrdersOffice();
  packer = await shop.signIn('packer', 'Chidi');
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

const query = (ids: readonly string[]) => ids.map((id) => `id=${id}`).join('&');
const numbers = (html: string) => [...html.matchAll(/>\s*#(\w{5})/g)].map(([, number]) => number);

test('finds and filters by its address, and says so if no order matches', async () => {
  const order = await shop.pay();
  const { html } = await packer.open('/admin/orders?find=4567&show=unpacked');
  expect(numbers(html)).toEqual([orderNumber(order.id)]);
  const none = await packer.open('/admin/orders?find=zzzzz');
  expect(none.text).toContain("No order is found for 'zzzzz'");
  const odd = await packer.open('/admin/orders?show=sent&from=yesterday&after=nothing&tick=some');
  expect(numbers(odd.html)).toContain(orderNumber(order.id));
});

test('packs and ships several orders, and names those that failed', async () => {
  const [first = '', second = ''] = await addPaidOrders(shop.services.db, 2);
  const pending = await shop.orderOf((await shop.begin()).reference);
  const pack = await packer.open(`/admin/orders/pack?${query([first, second, pending.id])}`);
  expect(pack.text).toContain('Pack 3 orders');
  const packed = await packer.send(formOf(pack, '/admin/orders/pack'));
  expect((await packer.open(packed.location ?? '')).text).toContain(
    `2 orders are packed. Order #${orderNumber(pending.id)} is pending: only a paid order can be packed.`,
  );
  const ship = formOf(
    await packer.open(`/admin/orders/ship?${query([first, second])}`),
    '/admin/orders/ship',
  );
  const shipped = await packer.send(ship, { courier: 'GIG', t1: 'G-1' });
  expect((await packer.open(shipped.location ?? '')).text).toContain('2 orders are shipped.');
  const again = await packer.send(ship, { courier: 'DHL', t1: 'D-9' });
  expect(again.location).toBe(shipped.location);
  const stepsOf = async (id: string) => {
    const found = await findByName(shop.services.db, id);
    return found.ok
      ? found.value.steps.map((row) => [row.step, row.courier, row.trackingNumber])
      : [];
  };
  expect(await stepsOf(first)).toEqual([
    ['packed', null, null],
    ['shipped', 'GIG', 'G-1'],
  ]);
  expect(await stepsOf(second)).toEqual([
    ['packed', null, null],
    ['shipped', 'GIG', null],
  ]);
});

test('ships nothing without a courier, and keeps the tracking numbers that were typed', async () => {
  const ids = await addPaidOrders(shop.services.db, 2);
  const ship = formOf(await packer.open(`/admin/orders/ship?${query(ids)}`), '/admin/orders/ship');
  const answer = await packer.send(ship, { courier: '', t1: 'G-2' });
  expect(answer.status).toBe(400);
  expect(formOf(answer, '/admin/orders/ship').fields).toContainEqual(['t1', 'G-2']);
  expect((await packer.open('/admin/orders/ship')).text).toContain('Tick at least one order');
});

test('prints a slip for each order, and a sheet with all of them', async () => {
  const ids = await addPaidOrders(shop.services.db, 3);
  for (const paper of ['a4', '80mm']) {
    const slips = await packer.open(`/admin/orders/slips?${query(ids)}&paper=${paper}`);
    expect(slips.html.match(/class="slip"/g)).toHaveLength(3);
    expect(slips.text).toContain(`${house.address.join(', ')}, ${house.phone.label}`);
    expect(slips.html).toContain(`paper-${paper}`);
    const sheet = await packer.open(`/admin/orders/courier-sheet?${query(ids)}&paper=${paper}`);
    for (const id of ids) expect(sheet.text).toContain(`#${orderNumber(id)}`);
  }
});

test('names the product’s current SKU on a slip', async () => {
  const order = await shop.pay();
  const slip = async () => (await packer.open(`/admin/orders/slips?id=${order.id}`)).text;
  expect(await slip()).not.toContain('SKU');
  await shop.services.db.execute(sql`update products set sku = 'OR-50' where id = 'oud'`);
  expect(await slip()).toContain('SKU OR-50');
  await shop.services.db.execute(sql`update products set sku = null`);
});

test('names the size on a slip', async () => {
  const order = await shop.pay();
  const slip = await packer.open(`/admin/orders/slips?id=${order.id}`);
  expect(slip.text).toContain('Oud Royal Eau de Parfum · 50 ml');
});

test('gives an owner the file of the list, as the command writes it', async () => {
  await shop.pay();
  // A download link would save the page that asks for the passkey, and show nothing.
  expect((await owner.open('/admin/orders')).html).toMatch(/<a href="\/admin\/orders\/csv">/);
  const file = await owner.open('/admin/orders/csv?show=unpacked');
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(file.headers.get('content-disposition')).toMatch(
    /^attachment; filename="orders-[\d-]+\.csv"$/,
  );
  expect(file.html).toMatch(/^\uFEFF?Number,Placed,Status,/);
  expect(file.html).toContain(',paid,');
  expect(file.headers.get('cache-control')).toBe('no-store');
  await owner.open('/admin/orders/csv?show=all&find=Adaeze');
  const { text } = await owner.open('/admin/log?subject=customers');
  expect(text).toContain('order export customers – status unpacked');
  expect(text).toContain('order export customers – found by a word');
  expect(text).not.toContain('Adaeze');
});

test('no page with fifty orders is heavier than 40 kB with its style sheet', async () => {
  const { db } = shop.services;
  const ids = await addPaidOrders(db, 60);
  // No moment of this year has more letters.
  await db.update(orders).set({ createdAt: new Date(`${new Date().getFullYear()}-12-28T22:59Z`) });
  const several = query(ids.slice(0, 50));
  const paths = ['', '/orders', `/orders/${ids[0]}`, '/orders?show=unpacked&tick=all'];
  const lists = ['pack', 'ship', 'slips', 'courier-sheet'].map(
    (name) => `/orders/${name}?${several}`,
  );
  const weights: Record<string, number> = {};
  for (const path of [...paths, ...lists]) {
    weights[path.replace(/[?/](id=|ord_).*/, '')] = await weigh(owner, `/admin${path}`);
  }
  expect(Object.entries(weights).filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
});
