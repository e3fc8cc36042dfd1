import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { press } from '#sandbox/sandbox.harness.ts';
import { openShop, type Shop, STOCK, TIMEOUT_MS } from './provider.harness.ts';

/** The payment provider misbehaves. The API is its own process, and the sandbox answers over real HTTP. */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const newShopper = () => `buyer-${randomUUID()}@example.com`;
const always = 1_000_000;

/** Begins a payment while the sandbox behaves. */
async function begin(email: string) {
  const { status, body } = await shop.buy(email, randomUUID());
  expect(status).toBe(200);
  const { authorization_url: page, reference } = body.data as Record<string, string>;
  return { page: page ?? '', reference: reference ?? '' };
}
/** Sweeps until this shopper's only order has ended. The process sweeps too, and may have claimed it. */
const settled = (email: string) =>
  vi.waitFor(
    async () => {
      await shop.sweep(email);
      const [order] = await shop.ordersOf(email);
      expect(order?.status).not.toBe('pending');
      return order;
    },
    { interval: 100 },
  );
/** Waits until the sandbox has stopped trying to deliver the webhook. */
const webhookEnded = (reference: string) =>
  vi.waitFor(
    async () => {
      const [webhook] = await shop.webhooks(reference);
      expect(webhook?.state).toMatch(/delivered|given_up/);
      return webhook;
    },
    { interval: 50 },
  );
const UNAVAILABLE = { code: 'payment_unavailable', message: 'Payment initialization failed' };

describe('initialize', () => {
  const nothingDone = ['hang', 'error', 'html', 'empty', 'shape'];
  const taken = ['cut', 'another_reference'];

  test.each([...nothingDone, ...taken])(
    '%s: refused with our message, reserved for a short time; the same attempt then succeeds',
    async (kind) => {
      const [email, key, before] = [newShopper(), randomUUID(), await shop.stock()];
      await shop.break({ on: 'initialize', kind, email });
      const began = Date.now();
      expect(await shop.buy(email, key)).toEqual({ status: 502, body: UNAVAILABLE });
      if (kind === 'hang') expect(Date.now() - began).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
      const [first] = await shop.ordersOf(email);
      expect(first).toMatchObject({ status: 'pending', paidAt: null });
      expect((first?.reservationExpiresAt.getTime() ?? 0) - Date.now()).toBeLessThan(6 * 60_000);
      expect(await shop.stock()).toBe(before - 1);

      const again = await shop.buy(email, key);
      expect(again.status).toBe(200);
      const made = await shop.ordersOf(email);
      // If Paystack has the first reference, a second order replaces the first: a reference is used once.
      expect(made.map(({ status }) => status)).toEqual(
        taken.includes(kind) ? ['failed', 'pending'] : ['pending'],
      );
      expect(made.at(-1)).toMatchObject({
        reference: again.body.data.reference,
      });
      expect(await shop.stock()).toBe(before - 1);
      // A third request gets the first answer.
      expect(await shop.buy(email, key)).toEqual(again);
    },
  );

  test.each(['hang', 'cut'])(
    '%s, and the shopper leaves: the sweep releases the unit',
    async (kind) => {
      const [email, before] = [newShopper(), await shop.stock()];
      await shop.break({ on: 'initialize', kind, email });
      expect((await shop.buy(email, randomUUID())).status).toBe(502);
      expect(await settled(email)).toMatchObject({ status: 'cancelled', refundNeeded: false });
      expect(await shop.stock()).toBe(before);
    },
  );

  test.each(['error', 'cut'])(
    '%s, then five presses at once: one page, paid once',
    async (kind) => {
      const [email, key, before] = [newShopper(), randomUUID(), await shop.stock()];
      await shop.break({ on: 'initialize', kind, email });
      await shop.buy(email, key);
      const answers = await Promise.all(Array.from({ length: 5 }, () => shop.buy(email, key)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const pages = new Set(answers.map(({ body }) => body.data.authorization_url as string));
      expect(pages.size).toBe(1);
      await press([...pages][0] ?? '', 'Pay now');
      await webhookEnded(answers[0]?.body.data.reference);
      const made = (await shop.ordersOf(email)).map(({ status }) => status);
      expect(made.filter((status) => status !== 'failed')).toEqual(['paid']);
      expect(await shop.stock()).toBe(before - 1);
      expect(await shop.emails(email)).toHaveLength(1);
    },
  );

  test('it stays down: every press is refused, and only one unit is reserved', async () => {
    const [email, key, before] = [newShopper(), randomUUID(), await shop.stock()];
    await shop.break({ on: 'initialize', kind: 'error', email, times: 3 });
    for (let time = 0; time < 3; time++) expect((await shop.buy(email, key)).status).toBe(502);
    expect(await shop.ordersOf(email)).toHaveLength(1);
    expect(await shop.stock()).toBe(before - 1);
  });
});

describe('verify', () => {
  test.each(['hang', 'error', 'cut', 'html', 'empty', 'shape', 'another_reference'])(
    '%s: a paid order stays pending and reserved until Paystack answers',
    async (kind) => {
      const [email, before] = [newShopper(), await shop.stock()];
      const { page, reference } = await begin(email);
      await shop.break({ on: 'verify', kind, email, times: always });
      await press(page, 'Pay now');
      const { status, body } = await shop.verify(reference);
      expect(status).toBe(200);
      expect(body.payment).toMatchObject({ status: 'pending', paidAt: null, amount: 13_000 });
      // The webhook is stored at once, and its effect waits for verify.
      const webhook = await webhookEnded(reference);
      expect(webhook?.attempts).toMatchObject([{ status: 200 }]);
      // An expired reservation does not decide without Paystack's answer either.
      await shop.sweep(email);
      expect(await shop.ordersOf(email)).toMatchObject([{ status: 'pending', paidAt: null }]);
      expect(await shop.stock()).toBe(before - 1);
      expect(await shop.emails(email)).toEqual([]);

      await shop.clearFaults(email);
      expect(await settled(email)).toMatchObject({ status: 'paid', refundNeeded: false });
      expect((await shop.verify(reference)).body.payment.status).toBe('paid');
      expect(await shop.stock()).toBe(before - 1);
      expect(await shop.emails(email)).toHaveLength(1);
    },
  );

  test('it answers about another, paid payment: this order is not paid', async () => {
    const [email, payer] = [newShopper(), newShopper()];
    const paid = await begin(payer);
    await press(paid.page, 'Pay now');
    await webhookEnded(paid.reference);
    const { reference } = await begin(email);
    await shop.break({ on: 'verify', kind: 'another_reference', email, reference: paid.reference });
    expect((await shop.verify(reference)).body.payment).toMatchObject({
      status: 'pending',
      reference,
    });
    expect(await shop.ordersOf(payer)).toMatchObject([{ status: 'paid' }]);
    expect(await shop.emails(payer)).toHaveLength(1);
    expect(await shop.emails(email)).toEqual([]);
  });

  test.each(['amount_short', 'wrong_currency'])(
    '%s: never paid; a refund is due, and the shopper is informed',
    async (kind) => {
      const [email, before] = [newShopper(), await shop.stock()];
      const { page, reference } = await begin(email);
      await shop.break({ on: 'verify', kind, email, times: always });
      await press(page, 'Pay now');
      await webhookEnded(reference);
      const answer = { status: 'failed', refundNeeded: true, reference, paidAt: null };
      expect((await shop.verify(reference)).body.payment).toMatchObject(answer);
      expect(await shop.ordersOf(email)).toMatchObject([
        {
          status: 'failed',
          refundNeeded: true,
          paidAt: null,
          remark: expect.stringContaining('not as asked'),
        },
      ]);
      expect(await shop.stock()).toBe(before);
      expect(await shop.emails(email)).toEqual([expect.stringMatching(/comes back to you$/)]);
      // A later answer changes nothing: the merchant decides.
      await shop.clearFaults(email);
      expect((await shop.verify(reference)).body.payment).toMatchObject(answer);
    },
  );
});

describe('the webhook', () => {
  test.each(['amount_short', 'wrong_currency'])(
    '%s: verify decides, and the order is paid',
    async (kind) => {
      const email = newShopper();
      const { page, reference } = await begin(email);
      await shop.break({ on: 'webhook', kind, email });
      await press(page, 'Pay now');
      expect((await webhookEnded(reference))?.state).toBe('delivered');
      expect(await shop.ordersOf(email)).toMatchObject([{ status: 'paid', refundNeeded: false }]);
    },
  );

  test.each([
    ['the reference of another order', true],
    ['a reference that is not ours', false],
  ])('%s: it changes no order to paid; the sweep finds the paid one', async (_, ours) => {
    const [email, other] = [newShopper(), newShopper()];
    const unpaid = await begin(other);
    const { page, reference } = await begin(email);
    const named = ours ? unpaid.reference : 'tr-of-another-shop';
    await shop.break({ on: 'webhook', kind: 'another_reference', email, reference: named });
    await press(page, 'Pay now');
    expect((await webhookEnded(reference))?.state).toBe('delivered');
    expect(await shop.ordersOf(other)).toMatchObject([{ status: 'pending', paidAt: null }]);
    expect(await shop.ordersOf(email)).toMatchObject([{ status: 'pending' }]);
    expect(await settled(email)).toMatchObject({ status: 'paid' });
    expect(await shop.emails(other)).toEqual([]);
  });
});

test('at the end every unit is accounted for', async () => {
  const taken = await shop.units(['paid', 'pending']);
  expect(await shop.stock()).toBe(STOCK - taken);
});
