import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { lostTimes } from '#backend/lost-time/tables.ts';
import { salesByDay } from '#backend/today/sales.ts';
import { openDoor } from '../own-account.harness.ts';
import { BOLA, orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** The pages about orders that are paid on delivery. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
let packer: Person;
let closeDoor: () => void;
beforeAll(async () => {
  shop = await openOrdersOffice({ PAYMENT_WAYS: 'paystack,delivery' });
  owner = await shop.signIn('owner');
  packer = await shop.signIn('packer');
  closeDoor = openDoor();
});
afterAll(async () => {
  closeDoor();
  await shop.close();
});

let customers = 0;
async function place(ships = true) {
  const number = String(++customers).padStart(4, '0');
  const body = orderBody([['oud', 10_000, 1]], {
    email: `d${number}@example.com`,
    way: 'delivery',
  });
  const shippingInfo = { ...body.shippingInfo, phone: `0803 222 ${number}` };
  const answer = await shop.post('/api/payment/initialize', { ...body, shippingInfo });
  expect(answer.status).toBe(200);
  const order = await shop.orderOf(answer.body.data.reference);
  const parcel = { step: 'shipped', courier: 'GIG', trackingNumber: null, actor: BOLA } as const;
  if (ships) await recordStep(shop.services, order.id, parcel);
  return { order, page: `/admin/orders/${order.id}` };
}

const typed = { amount: '10000', how: 'cash', taken: 'Musa of GIG' };

test('every paper and list says what to collect, and none that it is paid', async () => {
  const { order, page } = await place(false);
  for (const path of [
    '/admin/orders',
    page,
    `/admin/orders/slips?id=${order.id}`,
    `/admin/orders/courier-sheet?id=${order.id}`,
  ])
    expect((await packer.open(path)).text).toMatch(/collect ₦13,000/i);
  expect((await packer.open('/admin/orders?show=paid')).html).not.toContain(order.id);
  expect((await packer.open('/admin/orders?show=unpacked')).html).toContain(order.id);
  // Nothing of it is income before it is paid.
  const sold = await salesByDay(shop.services.db);
  expect(sold.every(({ kobo }) => kobo === 0)).toBe(true);
  expect((await packer.open(`${page}/door`)).text).toContain('The parcel has not left');
});

test('a packer records a part, with faults at the fields; an owner gives up the rest and gets the cash', async () => {
  const { order, page } = await place();
  const door = `${page}/door`;
  expect((await packer.open(page)).html).toContain(`href="${door}"`);
  expect((await packer.open('/admin/orders?show=collect')).html).toContain(order.id);
  const faulty = await packer.submit(door, door, { amount: 'x', how: 'cash', taken: '' });
  expect(faulty.status).toBe(400);
  for (const words of ['Write an amount of naira', 'Write who took the money'])
    expect(faulty.text).toContain(words);
  const more = await packer.submit(door, door, { ...typed, amount: '13001' });
  expect(more.text).toContain('Only ₦13,000 is to be collected.');
  expect((await packer.submit(door, door, typed)).text).toContain(
    '₦3,000 is still to be collected',
  );
  expect((await packer.open(page)).text).toContain('delivered');
  const seen = await packer.open(door);
  expect(seen.text).toContain('₦10,000 in cash, taken by Musa of GIG');
  expect(seen.forms.some(({ action }) => action.endsWith('/write-off'))).toBe(false);
  // A part was taken, so the parcel was not refused.
  expect(seen.forms.some(({ action }) => action.endsWith('/refused-at-door'))).toBe(false);

  const writeOff = `${page}/write-off`;
  expect((await owner.submit(door, writeOff, { reason: '' })).text).toContain('Write why');
  const given = await owner.submit(door, writeOff, { reason: 'No change' });
  expect(given.text).toContain('₦3,000 is written off, and the order is paid.');
  expect((await shop.orderOf(order.reference)).status).toBe('paid');
  expect(given.text).toContain('Written off: ₦3,000 of ₦13,000: No change');

  const cash = '/admin/at-door';
  expect((await owner.open('/admin')).text).toContain('couriers who have cash of yours');
  expect((await packer.open(cash)).forms).toEqual([]);
  const counted = await owner.open(cash);
  expect(counted.text).toContain('Musa of GIG: ₦10,000');
  const handed = await owner.submit(cash, `${cash}/hand-in`, { taken: 'Musa of GIG' });
  expect(handed.text).toContain('Musa of GIG has handed in ₦10,000.');
  expect(handed.text).toContain('No courier has cash of yours.');
});

test('a parcel that nobody took ends its order, and an owner lifts the refusal', async () => {
  const { order, page } = await place();
  const refused = await packer.submit(`${page}/door`, `${page}/refused-at-door`, {});
  expect(refused.text).toContain('was refused, and its units are back in stock.');
  expect(refused.text).toContain('Refused at the door');
  expect((await shop.orderOf(order.reference)).status).toBe('cancelled');
  const list = '/admin/at-door';
  expect((await packer.open(list)).text).toContain('Ada Obi');
  const lifted = await owner.submit(list, `${list}/${order.id}/lift`, {});
  expect(lifted.text).toContain('may pay on delivery again');
  expect(lifted.text).toContain('Nobody has refused an order.');
});

test('after a lost time the page of money without an order says which orders it cannot have', async () => {
  const page = '/admin/payments';
  expect((await owner.open(page)).text).not.toContain('The database has lost');
  await shop.services.db.insert(lostTimes).values({ reason: 'restored', lostFrom: new Date() });
  const { text, forms } = await owner.open(page);
  expect(text).toContain('Orders that are paid on delivery');
  expect(forms.map(({ action }) => action)).toContainEqual(expect.stringMatching(/from-email/));
});
