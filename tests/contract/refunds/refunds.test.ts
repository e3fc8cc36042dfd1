import { eq, like, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emails } from '#backend/db/email-tables.ts';
import { type OrderRow, webhookEvents } from '#backend/db/order-tables.ts';
import { disputes, refunds } from '#backend/db/refund-tables.ts';
import { stock } from '#backend/db/stock-tables.ts';
import { auditShop } from '#backend/services/audit/audit.ts';
import type { RefundWish } from '#backend/services/refunds/request.ts';
import { orderNumber } from '#domain/order.ts';
import { openSandboxShop, type SandboxShop } from '../orders/sandbox-shop.harness.ts';
import { product } from '../shop.harness.ts';

/** Money back, with the real adapter, the sandbox over real HTTP, and its webhooks. One unit and its delivery cost ₦13,000. */
let shop: SandboxShop;
beforeAll(async () => {
  shop = await openSandboxShop({
    products: [product({ id: 'oud', stock: 500 })],
    timeoutMs: 500,
    settings: { MERCHANT_EMAIL: 'orders@shop.example' },
  });
});
afterAll(() => shop.close());

const WISH: RefundWish = { amountKobo: null, key: null, reason: null, by: 'Bola', restock: false };
const refund = (order: OrderRow, wish: Partial<RefundWish> = {}) =>
  shop.services.refunds.refund(order.id, { ...WISH, ...wish });
const rowsOf = ({ id }: OrderRow) =>
  shop.services.db.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(refunds.id);
/** Lets so much time pass since Paystack was last asked that it is asked again: about this order, and no other. */
const later = async ({ id }: OrderRow) => {
  const { db } = shop.services;
  await db.update(refunds).set({ nextTryAt: null }).where(ne(refunds.orderId, id));
  await db
    .update(refunds)
    .set({ sentAt: sql`now() - interval '3 minutes'`, nextTryAt: sql`now()` })
    .where(eq(refunds.orderId, id));
};
const sweepOnce = () => shop.services.refunds.sweep();
/** Sweeps what is due. A webhook that is at work on it makes the sweep leave it for the next time. */
const sweep = () => vi.waitFor(async () => expect(await sweepOnce()).toBeGreaterThan(0), 10_000);
const onHand = async () => (await shop.services.db.select().from(stock))[0]?.onHand;
const lettersAbout = async (order: OrderRow) =>
  (
    await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.id, 'merchant-refund-%'))
      .orderBy(emails.createdAt)
  ).filter(({ subject }) => subject.includes(orderNumber(order.id)));
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
/** Waits for a webhook: the order's refunds are in these states. */
const reach = (order: OrderRow, ...states: string[]) =>
  vi.waitFor(
    async () => expect((await rowsOf(order)).map(({ status }) => status)).toEqual(states),
    {
      timeout: 10_000,
    },
  );

describe('a refund', () => {
  test('pays back all of a payment, and is followed until the customer has it', async () => {
    const order = await shop.pay(2);
    expect(await refund(order, { reason: 'Changed her mind' })).toMatchObject({
      kind: 'made',
      refund: { status: 'pending', amount: 2_300_000, requestedBy: 'Bola' },
    });
    const [atPaystack, ...more] = await shop.refundsAtPaystack(order);
    expect(more).toEqual([]);
    expect(atPaystack).toMatchObject({
      amount: 2_300_000,
      merchantNote: expect.stringMatching(/^rfd_\S{20} Changed her mind$/),
    });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await reach(order, 'processed');
    await vi.waitFor(async () =>
      expect(await shop.orderOf(order.reference)).toMatchObject({
        status: 'paid',
        reversedAt: expect.any(Date),
        refundedAt: expect.any(Date),
      }),
    );
    const [letter, ...others] = await lettersAbout(order);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('Asked for by: Bola');
    expect(letter?.text).toContain('Reason: Changed her mind');
    await expectSound();
  });

  test('of a part leaves the rest to be refunded, and no more', async () => {
    const order = await shop.pay();
    expect(await refund(order, { amountKobo: 500_000 })).toMatchObject({ kind: 'made' });
    expect(await refund(order, { amountKobo: 900_000 })).toEqual({
      kind: 'refused',
      sentence: `Order #${orderNumber(order.id)} was paid with ₦13,000, of which ₦8,000 is left to refund.`,
    });
    expect(await refund(order)).toMatchObject({ kind: 'made', refund: { amount: 800_000 } });
    expect(await refund(order, { amountKobo: 100 })).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('nothing is left to refund'),
    });
    expect((await shop.refundsAtPaystack(order)).map(({ amount }) => amount)).toEqual([
      500_000, 800_000,
    ]);
    await expectSound();
  });

  test('is made once, however often it is asked for; another of the same amount needs a key', async () => {
    const order = await shop.pay();
    expect(await refund(order, { amountKobo: 500_000 })).toMatchObject({ kind: 'made' });
    expect(await refund(order, { amountKobo: 500_000 })).toMatchObject({ kind: 'known' });
    const another = { amountKobo: 500_000, key: 'second bottle' };
    expect(await refund(order, another)).toMatchObject({ kind: 'made' });
    expect(await refund(order, another)).toMatchObject({ kind: 'known' });
    expect(await refund(order, { ...another, amountKobo: 100 })).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining("has a refund of ₦5,000 under the key 'second bottle'"),
    });
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
  });

  test('is made once when ten people ask for it at once', async () => {
    const order = await shop.pay();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(order)));
    expect(answers.filter(({ kind }) => kind === 'made')).toHaveLength(1);
    expect(answers.every(({ kind }) => kind !== 'refused')).toBe(true);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    expect(await lettersAbout(order)).toHaveLength(1);
    await expectSound();
  });

  test('never exceeds the payment when ten people refund parts at once', async () => {
    const order = await shop.pay();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        refund(order, { amountKobo: 400_000, key: `part ${at}` }),
      ),
    );
    expect(answers.map(({ kind }) => kind).sort()).toEqual([
      ...Array(3).fill('made'),
      ...Array(7).fill('refused'),
    ]);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(3);
    await expectSound();
  });

  test('needs money that has arrived, and no open dispute', async () => {
    const { reference } = await shop.begin();
    expect(await refund(await shop.orderOf(reference))).toMatchObject({
      kind: 'refused',
      sentence: expect.stringMatching(/is pending: no money has arrived that could be refunded\.$/),
    });
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await vi.waitFor(async () => expect(await shop.services.db.$count(disputes)).toBe(1));
    expect(await refund(order)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('is disputed: answer in the Paystack dashboard'),
    });
  });

  test('above the payment is refused by the database, too', async () => {
    const order = await shop.pay();
    const row = { orderId: order.id, status: 'requested', currency: 'NGN', intent: 'x' } as const;
    const insert = (amount: number) =>
      shop.services.db
        .insert(refunds)
        .values({ ...row, amount })
        .execute();
    const refused = { cause: { message: expect.stringMatching(/leave no 1300001 to pay back$/) } };
    await expect(insert(1_300_001)).rejects.toMatchObject(refused);
    await expect(insert(0)).rejects.toThrow();
  });
});

describe('a refund made in the dashboard', () => {
  test('of the same amount as one of ours is told from it', async () => {
    const order = await shop.pay();
    await refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await later(order);
    await sweep();
    await reach(order, 'pending', 'pending');
    expect(await rowsOf(order)).toMatchObject([{ requestedBy: 'Bola' }, { requestedBy: null }]);
    await expectSound();
  });

  test('is not taken for one of ours of the same amount that never arrived', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'error' });
    await refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await vi.waitFor(async () =>
      expect(
        await shop.services.db.$count(webhookEvents, eq(webhookEvents.reference, order.reference)),
      ).toBe(2),
    );
    expect(await rowsOf(order)).toMatchObject([{ status: 'requested', requestedBy: 'Bola' }]);
    await later(order);
    await sweep();
    expect(await rowsOf(order)).toMatchObject([
      { status: 'pending', requestedBy: 'Bola' },
      { status: 'pending', requestedBy: null },
    ]);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
    await expectSound();
  });

  test('whose webhook is lost is found before one of ours is sent', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_000_000 });
    expect(await refund(order)).toMatchObject({ kind: 'refused' });
    expect(await refund(order)).toMatchObject({ kind: 'made', refund: { amount: 300_000 } });
    await expectSound();
  });

  test('counts: what is left is less, and the sums agree', async () => {
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_000_000 });
    await reach(order, 'pending');
    expect(await refund(order, { amountKobo: 400_000 })).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('of which ₦3,000 is left'),
    });
    expect(await refund(order)).toMatchObject({ kind: 'made', refund: { amount: 300_000 } });
    expect(await lettersAbout(order)).toHaveLength(2);
    await expectSound();
  });
});

describe('Paystack’s answer', () => {
  const NOT_DONE = ['hang', 'error', 'html', 'empty', 'shape'];

  test.each([...NOT_DONE, 'cut'])('%s: the refund waits, and is made once', async (kind) => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind });
    expect(await refund(order)).toMatchObject({ kind: 'waits', why: expect.any(String) });
    const made = kind === 'cut' ? 1 : 0;
    expect(await shop.refundsAtPaystack(order)).toHaveLength(made);
    // At once it is only looked for: Paystack may still be at work.
    expect(await refund(order)).toMatchObject({ kind: made ? 'made' : 'waits' });
    expect(await shop.refundsAtPaystack(order)).toHaveLength(made);
    await later(order);
    await sweep();
    expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    expect(await rowsOf(order)).toMatchObject([
      { status: 'pending', paystackId: expect.any(String) },
    ]);
    expect(await refund(order)).toMatchObject({ kind: 'known' });
    expect(await lettersAbout(order)).toHaveLength(1);
    await expectSound();
  });

  test.each([...NOT_DONE, 'cut'])(
    'to the list: %s: nothing is sent before Paystack has told what it has',
    async (kind) => {
      const order = await shop.pay();
      await shop.break({ on: 'webhook', kind: 'lost' });
      await shop.break({ on: 'refund', kind: 'cut' });
      await refund(order);
      await later(order);
      await shop.break({ on: 'refunds', kind });
      await sweep();
      expect(await rowsOf(order)).toMatchObject([{ status: 'requested' }]);
      expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
      await later(order);
      await sweep();
      expect(await rowsOf(order)).toMatchObject([{ status: 'pending' }]);
      expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    },
  );

  test('a refusal is told, and the same can be asked for again', async () => {
    const order = await shop.pay();
    // The dashboard has refunded all of it, and no webhook has told us yet.
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending' });
    expect(await refund(order, { amountKobo: 500_000 })).toEqual({
      kind: 'refused',
      sentence: 'Paystack refuses the refund: Transaction has been fully reversed',
    });
    expect(await rowsOf(order)).toMatchObject([
      { status: 'failed', refusal: 'Transaction has been fully reversed' },
      { status: 'pending', amount: 1_300_000, requestedBy: null },
    ]);
    const letters = await lettersAbout(order);
    expect(letters.map(({ subject }) => subject)).toEqual([
      `A refund of order #${orderNumber(order.id)}`,
      `A refund of order #${orderNumber(order.id)} did not work`,
    ]);
    await shop.happen(order.reference, { event: 'refund.failed' });
    await reach(order, 'failed', 'failed');
    expect(await refund(order, { amountKobo: 500_000 })).toMatchObject({ kind: 'made' });
    await expectSound();
  });

  test('a refund that fails later can be asked for again', async () => {
    const order = await shop.pay();
    await refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.failed' });
    await reach(order, 'failed');
    expect(await refund(order, { amountKobo: 500_000 })).toMatchObject({ kind: 'made' });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await reach(order, 'failed', 'processed');
    expect(await refund(order)).toMatchObject({ kind: 'made', refund: { amount: 800_000 } });
    await expectSound();
  });

  test('that all webhooks are lost: the sweep asks how far it is', async () => {
    const order = await shop.pay();
    await refund(order);
    await reach(order, 'pending');
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await later(order);
    await sweep();
    await reach(order, 'processed');
    expect(await sweepOnce()).toBe(0);
  });
});

describe('units', () => {
  test('stay sold without --restock, and come back once with it', async () => {
    const order = await shop.pay(2);
    const before = (await onHand()) ?? 0;
    await refund(order, { amountKobo: 100_000 });
    expect(await onHand()).toBe(before);
    await refund(order, { amountKobo: 200_000, restock: true });
    expect(await onHand()).toBe(before + 2);
    await refund(order, { restock: true });
    expect(await onHand()).toBe(before + 2);
    await expectSound();
  });

  test('come back only when Paystack has the refund', async () => {
    const order = await shop.pay();
    const before = (await onHand()) ?? 0;
    await shop.break({ on: 'refund', kind: 'error' });
    await refund(order, { restock: true });
    expect(await onHand()).toBe(before);
    await later(order);
    await sweep();
    expect(await onHand()).toBe(before + 1);
    await expectSound();
  });
});

describe('whatever is asked for, in whatever order', () => {
  type Deed = {
    do: 'ask' | 'dashboard' | 'fail' | 'process';
    naira: number;
    key: string | null;
    fault: string | null;
  };
  const deed: fc.Arbitrary<Deed> = fc.record({
    do: fc.constantFrom('ask', 'ask', 'ask', 'dashboard', 'fail', 'process'),
    naira: fc.constantFrom(0, 1000, 5000, 13_000),
    key: fc.constantFrom(null, null, 'a', 'b'),
    fault: fc.constantFrom(null, null, 'cut', 'error'),
  });

  test('no more is paid back than was paid, and our sums are Paystack’s', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 8 }), async (deeds) => {
        const order = await shop.pay();
        for (const { do: what, naira, key, fault } of deeds) {
          if (what === 'ask') {
            if (fault) await shop.break({ on: 'refund', kind: fault, email: order.email });
            const wish = { amountKobo: naira === 0 ? null : naira * 100, key };
            await Promise.all([refund(order, wish), refund(order, wish)]);
          } else if (what === 'dashboard') {
            const made = await shop.refundsAtPaystack(order);
            const left = 1_300_000 - sum(made.filter(({ status }) => status !== 'failed'));
            const amount = Math.min(Math.max(naira, 10) * 100, left);
            // Unlike the dashboard, the sandbox's page of events does not look at what is left.
            if (amount > 0) await shop.happen(order.reference, { event: 'refund.pending', amount });
          } else if (GOING.includes((await shop.refundsAtPaystack(order)).at(-1)?.status ?? '')) {
            await shop.happen(order.reference, {
              event: what === 'fail' ? 'refund.failed' : 'refund.processed',
            });
          }
        }
        await shop.mend();
        await vi.waitFor(
          async () => {
            await later(order);
            await sweepOnce();
            const rows = (await rowsOf(order)).filter(live);
            const made = (await shop.refundsAtPaystack(order)).filter(live);
            expect(sum(rows)).toBe(sum(made));
            expect(sum(made)).toBeLessThanOrEqual(1_300_000);
          },
          { timeout: 10_000 },
        );
      }),
      { numRuns: 12 },
    );
    await expectSound();
  });

  /** States of a refund that goes on with the next event. After its end another one would begin. */
  const GOING = ['pending', 'processing', 'needs-attention'];
  const live = ({ status }: { status: string }) => status !== 'failed';
  const sum = (rows: readonly { amount: number }[]) =>
    rows.reduce((total, { amount }) => total + amount, 0);
});
