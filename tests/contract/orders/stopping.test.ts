import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTask } from '#backend/base/background.ts';
import { orders } from '#backend/orders/tables.ts';
import { sweepsOf } from '#backend/sweeps.ts';
import { openShop, orderBody, product } from '../shop.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';
import { expireReservations } from './time.harness.ts';

/** Opens a shop with three orders whose reservation has expired. `verify` replaces Paystack's. */
async function openDueShop(verify: (reference: string) => Promise<void>) {
  const paystack = createFakePaystack();
  const shop = await openShop({ products: [product({ id: 'oud', stock: 5 })], paystack });
  onTestFinished(() => shop.close());
  const { db } = shop.services;
  for (const name of ['a', 'b', 'c']) {
    const email = `${name}@example.com`;
    await shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]], { email }));
  }
  await expireReservations(db);
  const { verify: answer } = paystack;
  paystack.verify = async (reference) => {
    await verify(reference);
    return answer(reference);
  };
  return { ...shop, paystack };
}

const startAll = (services: Parameters<typeof sweepsOf>[0]) => {
  const stops = sweepsOf(services).map((task) => startTask(task, () => {}));
  return () => Promise.all(stops.map((stop) => stop()));
};

test('a stopping sweep finishes the current order, and leaves the others to the next one', async () => {
  let stop = async (): Promise<unknown> => undefined;
  const stopped = Promise.withResolvers<unknown>();
  // The shop is asked to stop during a slow question to Paystack about the first order.
  const { services, paystack } = await openDueShop(async () => {
    stop().then(stopped.resolve, stopped.reject);
  });
  stop = startAll(services);
  await stopped.promise;
  expect(paystack.verified).toHaveLength(1);
  const rows = await services.db
    .select({ status: orders.status })
    .from(orders)
    .orderBy(orders.status);
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'pending', 'pending']);
});

test('a hanging Paystack delays only orders: refunds, stock alerts and erasure continue', async () => {
  const hung = Promise.withResolvers<void>();
  const { services } = await openDueShop(() => hung.promise);
  const refunds = { sweep: vi.fn(async () => 0) };
  const tell = vi.fn(async () => 0);
  await services.db.execute(
    sql`insert into rate_limits (key, count, ends_at) values ('old', 1, now() - interval '1 day')`,
  );
  const stop = startAll({
    ...services,
    refunds: { ...services.refunds, ...refunds },
    stockAlerts: { ...services.stockAlerts, tell },
  });
  await vi.waitFor(() => expect(tell).toHaveBeenCalled());
  expect(refunds.sweep).toHaveBeenCalled();
  await vi.waitFor(async () => {
    const { rows } = await services.db.execute(sql`select from rate_limits where key = 'old'`);
    expect(rows).toEqual([]);
  });
  hung.resolve();
  await stop();
});
