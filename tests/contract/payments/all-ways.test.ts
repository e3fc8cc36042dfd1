import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { recordTransfer } from '#backend/own-bank/recording.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { openOwnAccount } from '../own-account.harness.ts';
import { BOLA, orderBody, product } from '../shop.harness.ts';

/** A crowd that wants more than there is, and pays in every way at once. */

const UNITS = 50;
const CROWD = 200;
const WAYS = ['paystack', 'transfer', 'flutterwave', 'bank'] as const;

let shop: SandboxShop;
let closeAccount: () => void;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: UNITS })],
    settings: {
      PAYMENT_WAYS: WAYS.join(','),
      RESERVED_PER_ADDRESS: '1000',
      BEGUN_PER_ADDRESS: '1000',
    },
  });
  closeAccount = openOwnAccount();
});
afterAll(async () => {
  closeAccount();
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
      const body = orderBody([['oud', 10_000, 1]], { email: `crowd-${number}@example.com`, way });
      const answer = await shop.post('/api/payment/initialize', body);
      if (answer.status !== 200) expect(answer.body.code).toBe('cart_changed');
      return answer.status === 200 ? { way, ...answer.body.data } : null;
    }),
  );
  const got = begun.filter((each) => each !== null);
  expect(got).toHaveLength(UNITS);
  expect(await stockNow()).toEqual({ onHand: UNITS, reserved: UNITS });
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
