import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refuse } from '#backend/base/result.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { createAsk } from '#backend/payments/asking.ts';
import { createFakePaystack, SUCCESS } from '../orders/paystack.fake.ts';
import { orderBody } from '../shop.harness.ts';
import { openSettlementShop, type SettlementShop } from './settlement-shop.harness.ts';

/** When and how often Paystack is asked about a payment, and the answer until it has replied. */
const paystack = createFakePaystack();
const PAUSE_MS = 300;
const log = () => {};
let shop: SettlementShop;
beforeAll(async () => {
  shop = await openSettlementShop(paystack);
});
afterAll(() => shop.close());
beforeEach(async () => {
  paystack.pauseMs = 0;
  paystack.verified.length = 0;
  await shop.clear();
});

async function cancelled(): Promise<string> {
  const reference = await shop.begin(1);
  await shop.expire();
  await shop.sweep();
  expect((await shop.orderOf(reference)).status).toBe('cancelled');
  paystack.verified.length = 0;
  return reference;
}

/** Holds the next request at Paystack, which has already decided its answer. */
function holdNext() {
  const { verify } = paystack;
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  paystack.verify = async (reference) => {
    paystack.verify = verify;
    const early = await verify(reference);
    begun.resolve();
    await go.promise;
    return early;
  };
  return { begun: begun.promise, release: go.resolve };
}

describe('a shopper who returns from a payment page', () => {
  test.each(['pending', 'cancelled'])(
    'is not answered by a request that was under way (%s)',
    async (was) => {
      const reference = was === 'pending' ? await shop.begin(1) : await cancelled();
      const order = await shop.orderOf(reference);
      const ask = createAsk({
        ...shop.services,
        providers: [paystack],
        settings: shop.settings,
        log,
      });
      const { begun, release } = holdNext();
      const early = ask(order);
      await begun;
      paystack.become(reference, SUCCESS);
      const back = [ask(order), ask(order), ask(order)];
      release();
      expect((await early)?.order.status).toBe(was);
      for (const asked of await Promise.all(back)) expect(asked?.order.status).toBe('paid');
      // Those who waited shared one request.
      expect(paystack.verified).toHaveLength(2);
    },
  );

  test('reads "not known yet" as long as Paystack says nothing, however the order ended', async () => {
    const reference = await cancelled();
    paystack.down = true;
    expect((await shop.verify(reference)).status).toBe('pending');
    paystack.down = false;
    expect((await shop.verify(reference)).status).toBe('cancelled');
  });

  test.each([{ status: 'processing' }, { status: 'ongoing' }] as const)(
    'reads "not known yet" while money is on its way to an ended order (%o)',
    async (news) => {
      const reference = await cancelled();
      paystack.become(reference, news);
      expect((await shop.verify(reference)).status).toBe('pending');
      paystack.become(reference, { status: 'abandoned' });
      expect((await shop.verify(reference)).status).toBe('cancelled');
      // Paystack has sent charge.success, and its verify call does not know it yet.
      await shop.sendWebhook(paystack.webhook(reference));
      expect((await shop.verify(reference)).status).toBe('pending');
    },
  );
});

test('two processes ask Paystack about one order at most once in a pause', async () => {
  const reference = await cancelled();
  paystack.pauseMs = PAUSE_MS;
  const times: number[] = [];
  const { verify } = paystack;
  paystack.verify = (asked) => {
    times.push(performance.now());
    return verify(asked);
  };
  const askers = Array.from({ length: 30 }, (_, index) => async () => {
    const { app, services } = index % 2 ? shop : shop.twin;
    await new Promise((done) => setTimeout(done, index * 25));
    if (index % 5 === 0) return shop.sendWebhook(paystack.webhook(reference), app);
    if (index % 5 === 1) {
      await shop.services.db.update(payments).set({ nextAt: sql`now()`, claimedUntil: sql`now()` });
      return services.settlement.sweep();
    }
    return app.request(`/api/payment/verify/${reference}`);
  });
  await Promise.all(askers.map((ask) => ask()));
  paystack.verify = verify;
  expect(times.length).toBeGreaterThan(2);
  // The ways to Paystack and to the database do not always take equally long.
  for (const [index, time] of times.entries()) {
    if (index > 0) expect(time - (times[index - 1] ?? 0)).toBeGreaterThan(PAUSE_MS - 100);
  }
});

describe('the sweep', () => {
  test('finds money for an ended order without a browser, as long as money can come', async () => {
    const reference = await cancelled();
    const { nextAt, createdAt } = await shop.orderOf(reference);
    expect((nextAt?.getTime() ?? 0) - createdAt.getTime()).toBeLessThan(3 * 60_000);
    const hoursOld = (hours: number) =>
      shop.services.db.execute(sql`
        with older as (update orders set created_at = now() - ${hours} * interval '1 hour')
        update payments set next_at = now(), claimed_until = now()`);
    const wait = async () => {
      const { nextAt: next } = await shop.orderOf(reference);
      return next && Math.round((next.getTime() - Date.now()) / 360_000) / 10;
    };
    for (const [age, pause] of [
      [2, 2],
      [20, 6],
      [70, 2],
      [73, null],
    ] as const) {
      await hoursOld(age);
      expect(await shop.services.settlement.recheck()).toBe(1);
      expect(await wait(), `after ${age} hours`).toBe(pause);
    }
    paystack.become(reference, SUCCESS);
    await hoursOld(71);
    await shop.services.settlement.recheck();
    expect((await shop.orderOf(reference)).status).toBe('paid');
  });

  test('asks about each in turn: those without an answer do not delay others', async () => {
    const references = [];
    for (let count = 0; count < 5; count++) references.push(await shop.begin(1));
    await shop.expire();
    const { verify } = paystack;
    const stop = new AbortController();
    const seen: string[] = [];
    paystack.verify = async (reference) => {
      seen.push(reference);
      if (seen.length % 2 === 0) stop.abort();
      return refuse('timeout', 'late');
    };
    await shop.services.settlement.sweep(stop.signal);
    expect(seen).toHaveLength(2);
    // A minute later all claims have ended.
    await shop.services.db
      .update(payments)
      .set({ claimedUntil: sql`claimed_until - interval '61 seconds'` });
    await shop.services.settlement.sweep(AbortSignal.timeout(60_000));
    paystack.verify = verify;
    expect(new Set(seen.slice(0, 5)).size).toBe(5);
  });
});

test('a press asks about the order that an earlier press has replaced: paid meanwhile, it is not paid twice', async () => {
  const press = (key: string, ...previous: string[]) =>
    shop.post('/api/payment/initialize', orderBody([['oud', 10_000, 1]]), {
      'idempotency-key': key,
      ...(previous.length > 0 && { 'previous-attempts': previous.join(',') }),
    });
  const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
  const { reference } = (await press(one)).body.data;
  expect((await press(two, one)).status).toBe(200);
  expect((await shop.orderOf(reference)).status).toBe('cancelled');
  paystack.become(reference, SUCCESS);
  expect((await press(three, two, one)).body).toMatchObject({ code: 'already_paid', reference });
});
