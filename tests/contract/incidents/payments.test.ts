import { eq, like, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { lookForIncidents } from '#backend/incidents/watch.ts';
import { emails } from '#backend/mail/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { openShop, orderBody, product, type TestShop } from '../shop.harness.ts';

/** Payments have stopped: the merchant gets one email when it begins, and one when it is over. */

const MERCHANT = 'merchant@example.com';
const settings = {
  ALERT_MINUTES: 15,
  DATA_DIR: '/nowhere',
  ADMIN: 'off' as const,
  PUBLIC_API_URL: '',
  MERCHANT_EMAIL: MERCHANT,
};
const paystack = createFakePaystack();
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', stock: 100 })], paystack });
});
afterAll(() => shop.close());

let shoppers = 0;
/** Makes a shopper try to pay, this many minutes ago. */
async function tryToPay(minutesAgo: number): Promise<number> {
  const email = `shopper-${++shoppers}@example.com`;
  const { status } = await shop.post(
    '/api/payment/initialize',
    orderBody([['oud', 10_000, 1]], { email }),
  );
  await shop.services.db
    .update(orders)
    .set({ createdAt: sql`now() - ${minutesAgo}::int * interval '1 minute'` })
    .where(eq(orders.email, email));
  return status;
}

/** Makes three processes look at the same time. */
const look = () => {
  const { db } = shop.services;
  const log = (entry: (typeof shop.log)[number]) => shop.log.push(entry);
  return Promise.all([1, 2, 3].map(() => lookForIncidents({ db, settings, publisher: null, log })));
};
const subjects = async () =>
  (
    await shop.services.db
      .select({ subject: emails.subject, recipient: emails.recipient })
      .from(emails)
      .where(like(emails.id, 'incident-%'))
      .orderBy(emails.createdAt)
  ).map(({ subject, recipient }) => `${recipient}: ${subject}`);
const BEGAN = `${MERCHANT}: Nobody can pay`;
const ENDED = `${MERCHANT}: Payments work again`;

test('working payments, or none at all, are no incident', async () => {
  await look();
  expect(await tryToPay(40)).toBe(200);
  await look();
  expect(await subjects()).toEqual([]);
});

test('one email when shoppers get no page to pay on for 15 minutes, and one when one gets it', async () => {
  paystack.refuseWith = refuse('timeout', 'no answer');
  expect(await tryToPay(14)).toBe(502);
  expect(await tryToPay(1)).toBe(502);
  await look();
  // Not long enough.
  expect(await subjects()).toEqual([]);
  paystack.refuseWith = refuse('rejected', 'Invalid key');
  expect(await tryToPay(20)).toBe(422);
  await look();
  await look();
  expect(await subjects()).toEqual([BEGAN]);
  const [email] = await shop.services.db.select().from(emails).where(like(emails.id, 'incident-%'));
  expect(email?.text).toContain('Paystack gave no page to pay on to any of 3 orders.');
  expect(email?.text).not.toMatch(/shopper-|example\.com.*example\.com/);

  paystack.refuseWith = null;
  await look();
  // Nobody has tried since, so nobody knows.
  expect(await subjects()).toEqual([BEGAN]);
  expect(await tryToPay(0)).toBe(200);
  await look();
  await look();
  expect(await subjects()).toEqual([BEGAN, ENDED]);
  const events = shop.log.filter(({ event }) => event.startsWith('incident_'));
  expect(events).toEqual([
    { event: 'incident_began', level: 'error', kind: 'payments' },
    { event: 'incident_ended', kind: 'payments' },
  ]);
});

test('readiness says that emails are late, and stays ready', async () => {
  const { db } = shop.services;
  const ready = () => shop.get('/api/ready');
  expect(await ready()).toMatchObject({ status: 200, body: { email: 'ok' } });
  await db.update(emails).set({ createdAt: sql`now() - interval '16 minutes'` });
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ready', email: 'late' } });
  await db.update(emails).set({ sentAt: sql`now()` });
  expect(await ready()).toMatchObject({ status: 200, body: { email: 'ok' } });
});
