import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { BOLA, orderBody } from '../shop.harness.ts';
import type { Person } from './office.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** Orders of clients that know only the specification: they send a fee without its place. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let packer: Person;
beforeAll(async () => {
  shop = await openOrdersOffice();
  await shop.services.db.insert(shippingPlaces).values([
    { place: 'Pick-up at our shop', state: 'Lagos', amountKobo: 0, position: 3 },
    { place: 'Maiduguri', state: 'Borno', amountKobo: 600_000, position: 4 },
    { place: 'Nationwide', state: null, amountKobo: 700_000, position: 5 },
  ]);
  packer = await shop.signIn('packer');
});
afterAll(() => shop.close());

const pay = (state: string, fee: number) => {
  const body = orderBody([['oud', 10_000, 1]], { shippingFee: fee });
  const { shippingLocation: _, ...rest } = body;
  return shop.pay(1, {
    ...rest,
    shippingInfo: { ...body.shippingInfo, state },
    shippingLocation: undefined,
  });
};
const pack = (id: string) => recordStep(shop.services, id, { step: 'packed', actor: BOLA });

test('an order whose fee matches no place in its state waits until staff have named the place', async () => {
  const order = await pay('Borno', 0);
  expect(order).toMatchObject({ status: 'paid', feeKobo: 0, placeMissing: true });
  const refused = await pack(order.id);
  expect(refused).toMatchObject({
    ok: false,
    refusal: { message: expect.stringContaining('Name the place and its fee first.') },
  });
  const page = `/admin/orders/${order.id}`;
  expect((await packer.open('/admin')).text).toContain('1 without a place: name it before packing');
  expect((await packer.open('/admin/orders?show=placeless')).text).toContain('Ada Obi');
  const seen = await packer.open(page);
  expect(seen.text).toContain('no place in Borno has the fee that was paid: ₦0');
  expect(seen.forms.map(({ action }) => action)).not.toContain(`${page}/packed`);

  const none = await packer.submit(page, `${page}/place`, { place: '' });
  expect(none.text).toContain('Choose the place');
  const named = await packer.submit(page, `${page}/place`, { place: 'Maiduguri' });
  expect(named.text).toContain('goes to Maiduguri, for ₦6,000. It has paid ₦0 of that.');
  expect(named.text).toContain('Place named: Maiduguri, ₦6,000; paid ₦0');
  expect((await pack(order.id)).ok).toBe(true);
  expect((await packer.open('/admin')).text).not.toContain('without a place');
  const { feeKobo, totalKobo, shippingPlace } = await shop.orderOf(order.reference);
  expect([feeKobo, totalKobo, shippingPlace]).toEqual([0, 1_000_000, 'Maiduguri']);
});

describe('an order without a place is packed as before', () => {
  test.each([
    ['Borno State', 6000],
    ['Borno', 7000],
    ['Kano', 5000],
    ['Lagos', 0],
  ])('to %s for ₦%i', async (state, fee) => {
    const order = await pay(state, fee);
    expect(order).toMatchObject({ placeMissing: false, feeUnconfirmed: true });
    expect((await pack(order.id)).ok).toBe(true);
  });
});

test('a state that nobody knows has no place', async () => {
  const order = await pay('Bornu', 6000);
  expect((await pack(order.id)).ok).toBe(false);
});
