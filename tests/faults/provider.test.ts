import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { press } from '#sandbox/sandbox.harness.ts';
import { openShop, type Shop, STOCK, TIMEOUT_MS } from './provider.harness.ts';

/** The payment provider misbehaves; the API is a process of its own, the sandbox answers over real HTTP. */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const newShopper = () => `buyer-${randomUUID()}@example.com`;
const always = 1_000_000;

/** Begins a payment while all is well. */
async function begin(email: string) {
  const { status, body } = await shop.buy(email, randomUUID());
  expect(status).toBe(200);
  const { authorization_url: page, reference } = body.data as Record<string, string>;
  return { page: page ?? '', reference: reference ?? '' };
}
/** Sweeps until this shopper's only order has come to its end; the process sweeps, too, and may be about it. */
const settled = (email: string) =>
  vi.waitFor(
    async () => {
      await shop.sweep(email);
      const [order] = await shop.ordersOf(email);
      expect(order?.status).not.toBe('pending');
      return order;
    },
    { timeout: 20_000, interval: 100 },
  );
/** The webhook's tries are over. */
const webhookEnded = (reference: string) =>
  vi.waitFor(
    async () => {
      const [webhook] = await shop.webhooks(reference);
      expect(webhook?.state).toMatch(/delivered|given_up/);
      return webhook;
    },
    { timeout: 20_000, interval: 50 },
  );
const UNAVAILABLE = { code: 'payment_unavailable', message: 'Payment initialization failed' };

describe('initialize', () => {
  const nothingDone = ['hang', 'error', 'html', 'empty', 'shape'];
  const taken = ['cut', 'another_reference'];

  test.each([...nothingDone, ...taken])(
    '%s: refused in our words, held shortly; the same attempt then succeeds',
    async (kind) => {
      const [email, key, before] = [newShopper(), randomUUID(), await shop.stock()];
      await shop.break({ on: 'initialize', kind, email });
      const began = Date.now();
      expect(await shop.buy(email, key)).toEqual({ status: 502, body: UNAVAILABLE });
      if (kind === 'hang') expect(Date.now() - began).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
      const [first] = await shop.ordersOf(email);
      expect(first).toMatchObject({ status: 'pending', authorizationUrl: null, paidAt: null });
      expect((first?.holdExpiresAt.getTime() ?? 0) - Date.now()).toBeLessThan(6 * 60_000);
      expect(await shop.stock()).toBe(before - 1);

      const again = await shop.buy(email, key);
      expect(again.status).toBe(200);
      const made = await shop.ordersOf(email);
      // Where Paystack has the first reference, a second order takes its place: a reference is used once.
      expect(made.map(({ status }) => status)).toEqual(
        taken.includes(kind) ? ['failed', 'pending'] : ['pending'],
      );
      expect(made.at(-1)).toMatchObject({
        reference: again.body.data.reference,
        authorizationUrl: again.body.data.authorization_url,
      });
      expect(await shop.stock()).toBe(before - 1);
      // And once more: the first answer.
      expect(await shop.buy(email, key)).toEqual(again);
    },
  );

  test.each(['hang', 'cut'])('%s, and the shopper leaves: the sweep gives back', async (kind) => {
    const [email, before] = [newShopper(), await shop.stock()];
    await shop.break({ on: 'initialize', kind, email });
    expect((await shop.buy(email, randomUUID())).status).toBe(502);
    expect(await settled(email)).toMatchObject({ status: 'cancelled', refundNeeded: false });
    expect(await shop.stock()).toBe(before);
  });

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
      expect(await shop.letters(email)).toHaveLength(1);
    },
  );

  test('it stays down: every press is refused, and no more than one bottle is held', async () => {
    const [email, key, before] = [newShopper(), randomUUID(), await shop.stock()];
    await shop.break({ on: 'initialize', kind: 'error', email, times: 3 });
    for (let time = 0; time < 3; time++) expect((await shop.buy(email, key)).status).toBe(502);
    expect(await shop.ordersOf(email)).toHaveLength(1);
    expect(await shop.stock()).toBe(before - 1);
  });
});

describe('verify', () => {
  test.each(['hang', 'error', 'cut', 'html', 'empty', 'shape', 'another_reference'])(
    '%s: what is paid stays pending and held, until it can be asked',
    async (kind) => {
      const [email, before] = [newShopper(), await shop.stock()];
      const { page, reference } = await begin(email);
      await shop.break({ on: 'verify', kind, email, times: always });
      await press(page, 'Pay now');
      const { status, body } = await shop.verify(reference);
      expect(status).toBe(200);
      expect(body.payment).toMatchObject({ status: 'pending', paidAt: null, amount: 13_000 });
      // The webhook is wanted again while its word cannot be checked.
      const webhook = await webhookEnded(reference);
      expect(webhook?.state).toBe('given_up');
      expect(new Set(webhook?.attempts.map((attempt) => attempt.status))).toEqual(new Set([503]));
      // Nor does the end of the hold decide without Paystack's word.
      await shop.sweep(email);
      expect(await shop.ordersOf(email)).toMatchObject([{ status: 'pending', paidAt: null }]);
      expect(await shop.stock()).toBe(before - 1);
      expect(await shop.letters(email)).toEqual([]);

      await shop.mend(email);
      expect(await settled(email)).toMatchObject({ status: 'paid', refundNeeded: false });
      expect((await shop.verify(reference)).body.payment.status).toBe('paid');
      expect(await shop.stock()).toBe(before - 1);
      expect(await shop.letters(email)).toHaveLength(1);
    },
  );

  test('it tells of another’s payment, which is paid: this one is not', async () => {
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
    expect(await shop.letters(payer)).toHaveLength(1);
    expect(await shop.letters(email)).toEqual([]);
  });

  test.each(['amount_short', 'wrong_currency'])(
    '%s: never paid; the money has to go back, and the shopper is told so',
    async (kind) => {
      const [email, before] = [newShopper(), await shop.stock()];
      const { page, reference } = await begin(email);
      await shop.break({ on: 'verify', kind, email, times: always });
      await press(page, 'Pay now');
      await webhookEnded(reference);
      const told = { status: 'failed', refundNeeded: true, reference, paidAt: null };
      expect((await shop.verify(reference)).body.payment).toMatchObject(told);
      expect(await shop.ordersOf(email)).toMatchObject([
        {
          status: 'failed',
          refundNeeded: true,
          paidAt: null,
          remark: expect.stringContaining('not as asked'),
        },
      ]);
      expect(await shop.stock()).toBe(before);
      expect(await shop.letters(email)).toEqual([]);
      // Whatever is said later, the merchant decides now.
      await shop.mend(email);
      expect((await shop.verify(reference)).body.payment).toMatchObject(told);
    },
  );
});

describe('the webhook', () => {
  test.each(['amount_short', 'wrong_currency'])(
    '%s: what verify says counts, and it is paid',
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
    ['another’s reference', true],
    ['a reference that is none of ours', false],
  ])('%s: nobody is paid by it; the sweep finds who was', async (_, ours) => {
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
    expect(await shop.letters(other)).toEqual([]);
  });
});

test('at the end every bottle is accounted for', async () => {
  const kept = await shop.bottles(['paid', 'pending']);
  expect(await shop.stock()).toBe(STOCK - kept);
});
