import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { webhookEvents } from '#backend/orders/tables.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** Refunds made at Paystack, beside those that staff request here. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

/** Waits for the webhooks of an order, which come in any order: two equal ones are stored once. */
const heard = ({ reference }: { reference: string }, events: number) =>
  vi.waitFor(
    async () =>
      expect(
        await shop.services.db.$count(webhookEvents, eq(webhookEvents.reference, reference)),
      ).toBe(events),
    10_000,
  );

describe('a refund made in the dashboard', () => {
  test('of the same amount as one of ours is told from it', async () => {
    const order = await shop.pay();
    await shop.refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'pending', 'pending');
    expect(await shop.rowsOf(order)).toMatchObject([
      { requestedBy: 'Bola' },
      { requestedBy: null },
    ]);
    await shop.expectSound();
  });

  test('is not taken for one of ours of the same amount that never arrived', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'refund', kind: 'error' });
    await shop.refund(order, { amountKobo: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await heard(order, 2);
    expect(await shop.rowsOf(order)).toMatchObject([{ status: 'requested', requestedBy: 'Bola' }]);
    await shop.later(order);
    await shop.sweep();
    expect(await shop.rowsOf(order)).toMatchObject([
      { status: 'pending', requestedBy: 'Bola' },
      { status: 'pending', requestedBy: null },
    ]);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
    await shop.expectSound();
  });

  test('of the same amount as another, which ends later, is told from it', async () => {
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    await heard(order, 3);
    await shop.later(order);
    await shop.sweep();
    expect(await shop.money(order)).toMatchObject({ gone: 500_000, underWay: 500_000 });
    await shop.expectSound();
  });

  test('whose webhook is lost is found before the shop sends one', async () => {
    const order = await shop.pay();
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_000_000 });
    expect(await shop.refund(order)).toMatchObject({ ok: false });
    expect(await shop.refund(order)).toMatchObject({
      value: { kind: 'made', refund: { amount: 300_000 } },
    });
    await shop.expectSound();
  });

  test('is asked about until its end, which the shop may have heard of and lost', async () => {
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
    await shop.reach(order, 'pending');
    expect(await shop.rowsOf(order)).toMatchObject([{ nextTryAt: expect.any(Date) }]);
    await shop.break({ on: 'webhook', kind: 'lost' });
    await shop.happen(order.reference, { event: 'refund.failed' });
    await shop.later(order);
    await shop.sweep();
    await shop.reach(order, 'failed');
    await shop.expectSound();
  });

  test('counts: less is left, and the sums agree', async () => {
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'refund.pending', amount: 1_000_000 });
    await shop.reach(order, 'pending');
    expect(await shop.refund(order, { amountKobo: 400_000 })).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringContaining('₦3,000 of it is left'),
      },
    });
    expect(await shop.refund(order)).toMatchObject({
      value: { kind: 'made', refund: { amount: 300_000 } },
    });
    expect(await shop.lettersAbout(order)).toHaveLength(2);
    await shop.expectSound();
  });

  test.each(['failed', 'processed'] as const)(
    'that has %s is not taken for one of ours of the same amount, which goes on',
    async (end) => {
      const order = await shop.pay();
      await shop.refund(order, { amountKobo: 500_000 });
      await shop.happen(order.reference, { event: 'refund.pending', amount: 500_000 });
      await shop.happen(order.reference, { event: `refund.${end}` });
      // The webhook names no refund. The only row of this amount takes it, and Paystack's list is due.
      const reached = end === 'processed' ? 'done' : end;
      await shop.reach(order, reached);
      await heard(order, 3);
      expect(await shop.rowsOf(order)).toMatchObject([{ nextTryAt: expect.any(Date) }]);
      await shop.later(order);
      await shop.sweep();
      expect(await shop.rowsOf(order)).toMatchObject([
        { status: 'pending', requestedBy: 'Bola' },
        { status: reached, requestedBy: null },
      ]);
      await shop.expectSound();
    },
  );
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

  test('no more is refunded than was paid, and the shop’s sums match Paystack’s', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 8 }), async (deeds) => {
        const order = await shop.pay();
        for (const { do: what, naira, key, fault } of deeds) {
          if (what === 'ask') {
            if (fault) await shop.break({ on: 'refund', kind: fault, email: order.email });
            const request = { amountKobo: naira === 0 ? null : naira * 100, key };
            await Promise.all([shop.refund(order, request), shop.refund(order, request)]);
          } else if (what === 'dashboard') {
            const made = await shop.refundsAtPaystack(order);
            const left = 1_300_000 - sum(made.filter(({ status }) => status !== 'failed'));
            const amount = Math.min(Math.max(naira, 10) * 100, left);
            // Unlike the dashboard, the sandbox's page of events does not check what is left.
            if (amount > 0) await shop.happen(order.reference, { event: 'refund.pending', amount });
          } else if (GOING.includes((await shop.refundsAtPaystack(order)).at(-1)?.status ?? '')) {
            await shop.happen(order.reference, {
              event: what === 'fail' ? 'refund.failed' : 'refund.processed',
            });
          }
        }
        await shop.clearFaults();
        await vi.waitFor(async () => {
          await shop.later(order);
          await shop.sweepOnce();
          const rows = (await shop.rowsOf(order)).filter(live);
          const made = (await shop.refundsAtPaystack(order)).filter(live);
          expect(sum(rows)).toBe(sum(made));
          expect(sum(made)).toBeLessThanOrEqual(1_300_000);
        });
      }),
      { numRuns: 12 },
    );
    await shop.expectSound();
  });

  /** States of a refund that continues with the next event. After its end another one would begin. */
  const GOING = ['pending', 'processing', 'needs_customer'];
  const live = ({ status }: { status: string }) => status !== 'failed';
  const sum = (rows: readonly { amount: number }[]) =>
    rows.reduce((total, { amount }) => total + amount, 0);
});
