import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAccounts } from '#backend/customers/sweep.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { recordRefusal } from '#backend/on-delivery/at-door.ts';
import { doorRefusals } from '#backend/on-delivery/tables.ts';
import { PASSWORD, signUp } from '../accounts/account.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { openDoor } from '../own-account.harness.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';

/** The refusals at the door that the shop keeps: whom they bar, and for how long. */

let shop: SandboxShop;
let closeDoor: () => void;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 100 })],
    settings: { PAYMENT_WAYS: 'paystack,delivery' },
  });
  closeDoor = openDoor();
});
afterAll(async () => {
  closeDoor();
  await shop.close();
});

let phones = 0;
const place = (email: string, auth: Record<string, string> = {}) => {
  const body = orderBody([['oud', 10_000, 1]], { email, way: 'delivery' });
  const phone = `0803 555 ${String(++phones).padStart(4, '0')}`;
  const shippingInfo = { ...body.shippingInfo, phone };
  return shop.post('/api/payment/initialize', { ...body, shippingInfo }, auth);
};

/** Makes a customer with an account refuse a parcel. */
async function refuser(email: string) {
  const customer = await signUp(shop, email);
  const { body } = await place(email, customer.auth);
  const { id } = await shop.orderOf(body.data.reference);
  const parcel = { step: 'shipped', courier: 'GIG', trackingNumber: null, actor: BOLA } as const;
  await recordStep(shop.services, id, parcel);
  const keys = shop.services.phoneKeys;
  expect(await recordRefusal(shop.services, id, { keys, actor: BOLA })).toMatchObject({ ok: true });
  return { ...customer, order: id };
}

const refusalsOf = ({ order }: { order: string }) =>
  shop.services.db.select().from(doorRefusals).where(eq(doorRefusals.orderId, order));

test('an account that refused is offered it nowhere, with another phone number, too; others are', async () => {
  const ada = await refuser('ada@example.com');
  const offered = async (auth = {}) =>
    JSON.stringify((await shop.get('/api/app-data/shipping-addresses', auth)).body);
  expect(await offered(ada.auth)).not.toContain('onDelivery');
  expect(await offered()).toContain('onDelivery');
  expect(await place('ada@example.com', ada.auth)).toMatchObject({ status: 400 });
  expect(await place('chi@example.com')).toMatchObject({ status: 200 });
});

test('her export names it, and it goes with her account', async () => {
  const bola = await refuser('bola@example.com');
  const { body } = await shop.get('/api/account/export', bola.auth);
  expect(body.refusedOrders).toEqual([
    { order: bola.order, refusedAt: expect.any(String), counts: true },
  ]);
  const deleted = await shop.post('/api/account/delete', { password: PASSWORD }, bola.auth);
  expect(deleted.status).toBe(200);
  expect(await refusalsOf(bola)).toEqual([]);
});

test('after twelve months nothing of it is kept', async () => {
  const musa = await refuser('musa@example.com');
  const aged = (age: string) =>
    shop.services.db
      .update(doorRefusals)
      .set({ at: sql`now() - ${age}::interval` })
      .where(eq(doorRefusals.orderId, musa.order));
  await aged('11 months');
  await sweepAccounts(shop.services.db);
  expect(await refusalsOf(musa)).toHaveLength(1);
  await aged('12 months 1 hour');
  await sweepAccounts(shop.services.db);
  expect(await refusalsOf(musa)).toEqual([]);
});
