import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { orders } from '#backend/db/tables/order-tables.ts';
import { createSettlement } from '#backend/services/payments/settlement.ts';
import { startSweeper } from '#backend/services/payments/sweeper.ts';
import { createRefunds } from '#backend/services/refunds/refunds.ts';
import { readSettings } from '#backend/settings.ts';
import { openShop, orderBody, product } from '../shop.harness.ts';
import { createFakePaystack } from './paystack.fake.ts';

test('a sweeper that stops finishes the order in hand, and leaves the others to the next one', async () => {
  const fake = createFakePaystack();
  const shop = await openShop({ products: [product({ id: 'oud', stock: 5 })], paystack: fake });
  onTestFinished(() => shop.close());
  const { db } = shop.services;
  for (const name of ['a', 'b', 'c']) {
    const email = `${name}@example.com`;
    await shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]], { email }));
  }
  await db.update(orders).set({ reservationExpiresAt: sql`now()` });

  let stop = async () => {};
  const stopped = Promise.withResolvers<void>();
  const paystack = {
    ...fake,
    // The shop is asked to stop while Paystack, which is slow, is asked about the first order.
    verify(reference: string) {
      stop().then(stopped.resolve, stopped.reject);
      return fake.verify(reference);
    },
  };
  const settings = readSettings({ DATABASE_URL: shop.databaseUrl, DATA_DIR: shop.dataDir });
  const log = () => {};
  const common = { db, paystack, settings, log };
  stop = startSweeper(
    db,
    {
      settlement: createSettlement(common),
      refunds: createRefunds(common),
      stockAlerts: shop.services.stockAlerts,
    },
    log,
  );
  await stopped.promise;
  expect(fake.verified).toHaveLength(1);
  const rows = await db.select({ status: orders.status }).from(orders).orderBy(orders.status);
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'pending', 'pending']);
});
