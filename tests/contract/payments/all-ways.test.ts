import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { recordCollection } from '#backend/on-delivery/at-door.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { recordTransfer } from '#backend/own-bank/recording.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { openDoor, openOwnAccount } from '../own-account.harness.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';

/** A crowd that wants more than there is, and pays in every way at once. */

const UNITS = 50;
const CROWD = 200;
const WAYS = ['paystack', 'transfer', 'flutterwave', 'bank', 'delivery'] as const;

let shop: SandboxShop;
let closers: (() => void)[];
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: UNITS })],
    settings: {
      PAYMENT_WAYS: WAYS.join(','),
      RESERVED_PER_ADDRESS: '1000',
      BEGUN_PER_ADDRESS: '1000',
    },
  });
  closers = [openOwnAccount(), openDoor()];
});
afterAll(async () => {
  for (const close of closers) close();
  await shop.close();
});

const stockNow = async () => {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
  return { onHand: row?.onHand, reserved: row?.reserved };
};

test(`${CROWD} orders at once by all ways on a stock of ${UNITS}: as many are paid as there are units`, {
  timeout: 120_000,
}, async () => {
  const { db, settlement } = shop.services;
  const begun = await Promise.all(
    Array.from({ length: CROWD }, async (_, number) => {
      const way = WAYS[number % WAYS.length] ?? 'paystack';
      const wanted = orderBody([['oud', 10_000, 1]], { email: `crowd-${number}@example.com`, way });
      // Only two unpaid parcels of one phone number may be on their way.
      const phone = `0803 200 ${String(number).padStart(4, '0')}`;
      const body = { ...wanted, shippingInfo: { ...wanted.shippingInfo, phone } };
      const send = () => shop.post('/api/payment/initialize', body);
      let answer = await send();
      // A busy shop asks her to press again.
      while (answer.status === 503) answer = await send();
      if (answer.status !== 200) expect(answer.body.code).toBe('cart_changed');
      return answer.status === 200 ? { way, ...answer.body.data } : null;
    }),
  );
  const got = begun.filter((each) => each !== null);
  expect(got).toHaveLength(UNITS);
  // Those that are paid at the door have taken their units already.
  const sold = got.filter(({ way }) => way === 'delivery').length;
  expect(await stockNow()).toEqual({ onHand: UNITS - sold, reserved: UNITS - sold });
  expect(new Set(got.map(({ way }) => way)).size).toBe(WAYS.length);

  await Promise.all(
    got.map(async ({ way, authorization_url: page, reference, transfer }, number) => {
      if (way === 'bank') {
        const order = await shop.orderOf(reference);
        await recordTransfer(shop.services, order.id, {
          amountKobo: order.totalKobo,
          sender: 'AMINA BELLO',
          sentAt: new Date(),
          sessionId: `crowd-${number}`,
          isAnother: false,
          actor: BOLA,
        });
      } else if (way === 'delivery') {
        const order = await shop.orderOf(reference);
        const parcel = {
          step: 'shipped',
          courier: 'GIG',
          trackingNumber: null,
          actor: BOLA,
        } as const;
        await recordStep(shop.services, order.id, parcel);
        await recordCollection(shop.services, order.id, {
          amountKobo: order.totalKobo,
          how: 'cash',
          takenBy: 'GIG',
          seenKobo: 0,
          actor: BOLA,
        });
      } else if (transfer) {
        const url = `${shop.account.PAYSTACK_URL}/sandbox/accounts/${transfer.accountNumber}`;
        const headers = { 'content-type': 'application/json' };
        expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(201);
      } else await press(page, 'Pay now');
      await settlement.ask(await shop.orderOf(reference));
    }),
  );
  expect(await db.$count(orders, eq(orders.status, 'paid'))).toBe(UNITS);
  expect(await stockNow()).toEqual({ onHand: 0, reserved: 0 });
  const money = await db.select().from(payments);
  const received = money.reduce((sum, row) => sum + (row.received ?? 0), 0);
  expect(received).toBe(UNITS * 1_300_000);
  expect((await auditShop(db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
});
