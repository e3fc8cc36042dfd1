import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { disputes, refunds } from '#backend/refunds/tables.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { openRefundShop, type RefundShop } from './refund-shop.harness.ts';

/** Refunds that staff request. */
let shop: RefundShop;
beforeAll(async () => {
  shop = await openRefundShop();
});
afterAll(() => shop.close());

describe('a refund', () => {
  test('returns a whole payment, and is followed until the customer has it', async () => {
    const order = await shop.pay(2);
    expect(await shop.refund(order, { reason: 'Changed her mind' })).toMatchObject({
      value: {
        kind: 'made',
        refund: { status: 'pending', amount: 2_300_000, requestedBy: 'Bola' },
      },
    });
    const [atPaystack, ...more] = await shop.refundsAtPaystack(order);
    expect(more).toEqual([]);
    expect(atPaystack).toMatchObject({
      amount: 2_300_000,
      merchantNote: expect.stringMatching(/^rfd_\S{20} Changed her mind$/),
    });
    await shop.happen(order.reference, { event: 'refund.processed' });
    await shop.reach(order, 'done');
    await vi.waitFor(async () =>
      expect(await shop.orderOf(order.reference)).toMatchObject({
        status: 'paid',
        reversedAt: expect.any(Date),
        refundedAt: expect.any(Date),
      }),
    );
    const [letter, ...others] = await shop.lettersAbout(order);
    expect(others).toEqual([]);
    expect(letter?.text).toContain('Asked for by: Bola');
    expect(letter?.text).toContain('Reason: Changed her mind');
    await shop.expectSound();
  });

  test('of a part leaves the rest to be refunded, and no more', async () => {
    const order = await shop.pay();
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'made' },
    });
    expect(await shop.refund(order, { amountKobo: 900_000 })).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: `Order #${orderNumber(order.id)} was paid with ₦13,000, and ₦8,000 of it is left to refund.`,
      },
    });
    expect(await shop.refund(order)).toMatchObject({
      value: { kind: 'made', refund: { amount: 800_000 } },
    });
    expect(await shop.refund(order, { amountKobo: 100 })).toMatchObject({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringContaining('nothing is left to refund'),
      },
    });
    expect((await shop.refundsAtPaystack(order)).map(({ amount }) => amount)).toEqual([
      500_000, 800_000,
    ]);
    await shop.expectSound();
  });

  test('is made once, however often it is requested; another one of the same amount needs a key', async () => {
    const order = await shop.pay();
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'made' },
    });
    expect(await shop.refund(order, { amountKobo: 500_000 })).toMatchObject({
      value: { kind: 'known' },
    });
    const another = { amountKobo: 500_000, key: 'second bottle' };
    expect(await shop.refund(order, another)).toMatchObject({ value: { kind: 'made' } });
    expect(await shop.refund(order, another)).toMatchObject({ value: { kind: 'known' } });
    expect(await shop.refund(order, { ...another, amountKobo: 100 })).toMatchObject({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringContaining("has a refund of ₦5,000 under the key 'second bottle'"),
      },
    });
    expect(await shop.refundsAtPaystack(order)).toHaveLength(2);
  });

  test('is made once when ten people request it at once', async () => {
    const order = await shop.pay();
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.refund(order)));
    expect(answers.filter((answer) => answer.ok && answer.value.kind === 'made')).toHaveLength(1);
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(1);
    expect(await shop.lettersAbout(order)).toHaveLength(1);
    await shop.expectSound();
  });

  test('never exceeds the payment when ten people refund parts at once', async () => {
    const order = await shop.pay();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        shop.refund(order, { amountKobo: 400_000, key: `part ${at}` }),
      ),
    );
    expect(answers.map((answer) => (answer.ok ? answer.value.kind : 'refused')).sort()).toEqual([
      ...Array(3).fill('made'),
      ...Array(7).fill('refused'),
    ]);
    expect(await shop.refundsAtPaystack(order)).toHaveLength(3);
    await shop.expectSound();
  });

  test('needs money that has arrived, and no open dispute', async () => {
    const { reference } = await shop.begin();
    expect(await shop.refund(await shop.orderOf(reference))).toMatchObject({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringMatching(
          /is pending: no money has arrived that could be refunded\.$/,
        ),
      },
    });
    const order = await shop.pay();
    await shop.happen(order.reference, { event: 'charge.dispute.create' });
    await vi.waitFor(async () => expect(await shop.services.db.$count(disputes)).toBe(1));
    expect(await shop.refund(order)).toMatchObject({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringContaining('is disputed: answer in the Paystack dashboard'),
      },
    });
  });

  test('above the payment is refused by the database, too', async () => {
    const order = await shop.pay();
    const row = {
      payment: order.reference,
      orderId: order.id,
      status: 'requested',
      currency: 'NGN',
      intent: 'x',
    } as const;
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

describe('units', () => {
  test('stay sold without --restock, and come back once with it', async () => {
    const order = await shop.pay(2);
    const before = (await shop.onHand()) ?? 0;
    await shop.refund(order, { amountKobo: 100_000 });
    expect(await shop.onHand()).toBe(before);
    await shop.refund(order, { amountKobo: 200_000, restock: true });
    expect(await shop.onHand()).toBe(before + 2);
    await shop.refund(order, { restock: true });
    expect(await shop.onHand()).toBe(before + 2);
    await shop.expectSound();
  });

  test('come back only when Paystack has the refund', async () => {
    const order = await shop.pay();
    const before = (await shop.onHand()) ?? 0;
    await shop.break({ on: 'refund', kind: 'error' });
    await shop.refund(order, { restock: true });
    expect(await shop.onHand()).toBe(before);
    await shop.later(order);
    await shop.sweep();
    expect(await shop.onHand()).toBe(before + 1);
    await shop.expectSound();
  });
});
