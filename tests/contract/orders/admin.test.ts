import { eq, like, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { findByName } from '#backend/order-book/admin-orders.ts';
import { cancelOrder } from '#backend/order-book/cancelling.ts';
import { goodsState, moneyState } from '#backend/order-book/words.ts';
import { orders } from '#backend/orders/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { BOLA, REFUND } from '../shop.harness.ts';
import { useMerchantShop } from './merchant-shop.harness.ts';
import { SUCCESS } from './paystack.fake.ts';

/** Finding orders, and the merchant's actions on them. */
const merchant = useMerchantShop();
const merchantEmails = () =>
  merchant.shop.services.db.select().from(emails).where(like(emails.id, 'merchant-%'));

describe('finding orders', () => {
  test('by status, and by days in Lagos, which begin at 23:00 UTC', async () => {
    const { db } = merchant.shop.services;
    const at = async (time: string, id: string) => {
      await db
        .update(orders)
        .set({ createdAt: new Date(time) })
        .where(eq(orders.id, id));
      return id;
    };
    const paid = await at('2026-11-20T23:00:00Z', (await merchant.buying.pay()).id);
    const late = await at(
      '2026-11-21T22:59:59Z',
      (await merchant.buying.orderOf(await merchant.buying.begin())).id,
    );
    const next = await at(
      '2026-11-21T23:00:00Z',
      (await merchant.buying.hear(await merchant.buying.begin(), { ...SUCCESS, amountKobo: 1 })).id,
    );
    const day = '2026-11-21';
    expect(await merchant.idsOf({ from: day, to: day })).toEqual([late, paid]);
    expect(await merchant.idsOf({ from: '2026-11-22' })).toEqual([next]);
    expect(await merchant.idsOf({ to: '2026-11-20' })).toEqual([]);
    expect(await merchant.idsOf({ status: 'paid' })).toEqual([paid]);
    expect(await merchant.idsOf({ status: 'pending', from: day })).toEqual([late]);
    expect(await merchant.idsOf({ status: 'refund' })).toEqual([next]);
    expect(await merchant.idsOf({ status: 'failed' })).toEqual([next]);
    expect(await merchant.idsOf({ status: 'cancelled' })).toEqual([]);
  });

  test('each once, when more than a page was made in one moment', async () => {
    await merchant.buying.begin();
    await merchant.shop.services.db.execute(sql`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'ord_' || n, 'purchase_id', 'ord_' || n, 'reference', 'tr-' || n,
        'created_at', o.created_at + (n % 3) * interval '1 microsecond'))).*
      from orders o, generate_series(1, 1203) n`);
    const ids = await merchant.idsOf({});
    expect(ids).toHaveLength(1204);
    expect(new Set(ids).size).toBe(1204);
  });

  test('by id, reference and number; a number of two orders names both', async () => {
    const { db } = merchant.shop.services;
    const one = await merchant.buying.orderOf(await merchant.buying.begin());
    for (const name of [one.id, one.reference, orderNumber(one.id), `#${orderNumber(one.id)}`])
      expect(await findByName(db, name)).toMatchObject({ ok: true, value: { id: one.id } });
    expect(await findByName(db, 'zzzzz')).toMatchObject({
      ok: false,
      refusal: { message: expect.stringContaining("No order is called 'zzzzz'.") },
    });
    const twin = `ord_twin${one.id.slice(-5)}`;
    await db.execute(sql`insert into orders select (jsonb_populate_record(o,
      jsonb_build_object('id', ${twin}::text, 'purchase_id', ${twin}::text, 'reference', 'tr-twin'))).* from orders o`);
    const found = await findByName(db, orderNumber(one.id));
    expect(found).toMatchObject({ refusal: { message: expect.stringContaining(twin) } });
    expect(found).toMatchObject({ refusal: { message: expect.stringContaining(one.id) } });
  });
});

describe('cancelling', () => {
  const cancel = async (reference: string) =>
    cancelOrder(merchant.shop.services.settlement, await merchant.buying.orderOf(reference), BOLA);

  test('releases the units of a pending order, with a remark on who cancelled it', async () => {
    const reference = await merchant.buying.begin(4);
    expect(await merchant.available()).toBe(46);
    expect(await cancel(reference)).toMatchObject({
      ok: true,
      value: { status: 'cancelled', remark: 'Cancelled by the shop' },
    });
    expect(await merchant.available()).toBe(50);
    expect(await cancel(reference)).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringMatching(/ is cancelled: only a pending order can be cancelled\.$/),
      },
    });
  });

  test('makes the order paid instead, if its payment has arrived', async () => {
    const reference = await merchant.buying.begin(4);
    merchant.paystack.become(reference, SUCCESS);
    expect(await cancel(reference)).toEqual({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringMatching(/ has just been paid, and was not cancelled\.$/),
      },
    });
    expect(await merchant.buying.orderOf(reference)).toMatchObject({ status: 'paid' });
    expect(await merchantEmails()).toHaveLength(1);
  });

  test('changes nothing when Paystack cannot be reached', async () => {
    const reference = await merchant.buying.begin();
    merchant.paystack.down = true;
    expect(await cancel(reference)).toMatchObject({
      ok: false,
      refusal: {
        message: expect.stringMatching(
          /^The provider of the payment could not be asked whether order #\w{5} is paid/,
        ),
      },
    });
    expect((await merchant.buying.orderOf(reference)).status).toBe('pending');
  });
});

describe('refunded', () => {
  const record = async (reference: string) =>
    recordByHand(merchant.shop.services, (await merchant.buying.orderOf(reference)).id, REFUND);

  test('an order with a refund due, once, leaves that list', async () => {
    const { id, reference } = await merchant.buying.hear(await merchant.buying.begin(), {
      ...SUCCESS,
      amountKobo: 1,
    });
    expect(await merchant.idsOf({ status: 'refund' })).toEqual([id]);
    expect(await record(reference)).toMatchObject({
      value: { kind: 'recorded', refund: { amount: 1 } },
    });
    expect(await merchant.buying.orderOf(reference)).toMatchObject({
      refundedAt: expect.any(Date),
    });
    expect(await merchant.idsOf({ status: 'refund' })).toEqual([]);
    expect(await record(reference)).toMatchObject({ value: { kind: 'known' } });
  });

  test('a paid order can be recorded as refunded without a due refund', async () => {
    const { id, reference } = await merchant.buying.pay();
    expect(await record(reference)).toMatchObject({ value: { kind: 'recorded' } });
    expect(await merchant.idsOf({ toPack: true })).toEqual([]);
    const found = await findByName(merchant.shop.services.db, id);
    expect(found.ok && [goodsState(found.value), moneyState(found.value)]).toEqual([
      '',
      'refunded',
    ]);
  });

  test('an unpaid order has nothing to refund', async () => {
    expect(await record(await merchant.buying.begin())).toMatchObject({
      ok: false,
      refusal: {
        code: 'conflict',
        message: expect.stringMatching(/ is pending: no money has arrived/),
      },
    });
  });
});
