import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { emails } from '#backend/mail/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { Publisher } from '#backend/publishing/publisher.ts';
import { publisherNotices } from '#backend/publishing/tables.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { bestSellers, compareWeeks, salesByDay } from '#backend/today/sales.ts';
import { siteState } from '#backend/today/site-state.ts';
import { countWaiting } from '#backend/today/waiting.ts';
import type { PublisherReport } from '#contract/publishing.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { BOLA, REFUND } from '../shop.harness.ts';
import { openOrdersOffice } from './orders-office.harness.ts';

/** The contents of Today. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
beforeAll(async () => {
  shop = await openOrdersOffice();
});
afterAll(() => shop.close());

test('counts what needs attention, and leads there', async () => {
  const { db } = shop.services;
  const owner = await shop.signIn('owner');
  expect((await owner.open('/admin')).text).toContain('Nothing. Everything is packed');
  const [, packed, gone] = [await shop.pay(), await shop.pay(), await shop.pay()];
  await recordStep(shop.services, packed.id, { step: 'packed', actor: BOLA });
  await recordStep(shop.services, gone.id, {
    step: 'shipped',
    actor: BOLA,
    courier: 'GIG',
    trackingNumber: null,
  });
  await db.update(stock).set({ onHand: 3, reserved: 0 });
  await db.insert(emails).values({
    id: 'test:1',
    recipient: 'ada@example.com',
    subject: 'Test',
    text: 'Test',
    html: '',
    deadAt: sql`now()`,
  });
  expect(await countWaiting(db)).toEqual({
    unmatched: 0,
    toPack: 1,
    placeless: 0,
    paidLate: 0,
    toShip: 1,
    refundsDue: 0,
    transfers: 0,
    toCollect: 0,
    withCash: 0,
    returns: 0,
    disputes: 0,
    fewLeft: 1,
    soldOut: 0,
    toLookAt: 0,
    failedEmails: 1,
    daysWithoutBackup: 0,
    damagedBackups: 0,
  });
  const { html, text } = await owner.open('/admin');
  expect(text).toContain('1 to pack 1 packed, to ship');
  expect(text).toMatch(/₦39,000 in 3 paid orders of 30 days/);
  expect(text).toContain('Today 3 ₦39,000');
  expect(html).toContain('href="/admin/orders?show=unpacked"');
  const stockOf = async (onHand: number) => {
    await db.update(stock).set({ onHand });
    const { fewLeft, soldOut } = await countWaiting(db);
    return [fewLeft, soldOut];
  };
  expect([await stockOf(4), await stockOf(0)]).toEqual([
    [0, 0],
    [0, 1],
  ]);
});

test('an order that was paid after it had been cancelled is a row of its own, until it is packed or paid back', async () => {
  const { db, settlement } = shop.services;
  await db.update(stock).set({ onHand: 100 });
  const owner = await shop.signIn('owner');
  const payAfterEnd = async () => {
    const { page, reference } = await shop.begin();
    await settlement.cancel((await shop.orderOf(reference)).id, 'Bola');
    await press(page, 'Pay now');
    await settlement.ask(await shop.orderOf(reference));
    return shop.orderOf(reference);
  };
  const [first, second] = [await payAfterEnd(), await payAfterEnd()];
  expect(first.status).toBe('paid');
  const { html, text } = await owner.open('/admin');
  expect(text).toContain('2 paid after it had been cancelled: pack it or pay it back');
  expect(html).toContain('href="/admin/orders?show=late"');
  const listed = await owner.open('/admin/orders?show=late');
  expect([first, second].every(({ id }) => listed.html.includes(id))).toBe(true);
  await recordStep(shop.services, first.id, { step: 'packed', actor: BOLA });
  await recordByHand(shop.services, second.id, REFUND);
  expect(await countWaiting(db)).toMatchObject({ paidLate: 0 });
});

test('orders and naira of 30 days in Lagos, which begin at 23:00 UTC', async () => {
  const { db } = shop.services;
  // The orders of the previous test are too old to count.
  await db.update(orders).set({ paidAt: sql`now() - interval '60 days'` });
  await db.update(stock).set({ onHand: 100 });
  const paidAt = async (moment: string) => {
    const { id } = await shop.pay();
    await db.execute(sql`update orders set paid_at = ${sql.raw(moment)} where id = ${id}`);
  };
  const lagosDay =
    "(date_trunc('day', now() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos')";
  await paidAt(lagosDay);
  await paidAt(`${lagosDay} - interval '1 millisecond'`);
  await paidAt(`${lagosDay} - interval '29 days'`);
  await paidAt(`${lagosDay} - interval '29 days 1 millisecond'`);
  await shop.begin();
  const days = await salesByDay(db);
  expect(days).toHaveLength(30);
  const counts = days.map((day) => day.orders);
  expect([counts[0], counts[28], counts[29]]).toEqual([1, 1, 1]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  expect(days[29]?.kobo).toBe(1_300_000);
});

test('compares today and this week with the same days of last week', () => {
  // November 29, 2026 is a Sunday, and the 30th a Monday.
  const upTo = (last: number) =>
    Array.from({ length: 30 }, (_, at) => {
      const day = new Date(Date.UTC(2026, 10, last - 29 + at)).toISOString().slice(0, 10);
      return { day, orders: 1, kobo: at };
    });
  expect(compareWeeks(upTo(29))).toEqual([
    { name: 'Today', kobo: 29, orders: 1, before: 22 },
    { name: 'This week', kobo: 23 + 24 + 25 + 26 + 27 + 28 + 29, orders: 7, before: 133 },
  ]);
  expect(compareWeeks(upTo(30))[1]).toEqual({ name: 'This week', kobo: 29, orders: 1, before: 22 });
});

test('takes refunds off the sales, and names best sellers and what runs out by its own limit', async () => {
  const { db } = shop.services;
  const owner = await shop.signIn('owner');
  await db.update(orders).set({ paidAt: sql`now() - interval '60 days'` });
  await db.update(stock).set({ onHand: 100 });
  const [part, whole] = [await shop.pay(2), await shop.pay(5)];
  await recordByHand(shop.services, part.id, { ...REFUND, amountKobo: 100_000 });
  await recordByHand(shop.services, whole.id, REFUND);
  expect((await salesByDay(db)).at(-1)).toMatchObject({ kobo: 2_200_000 });
  expect(await bestSellers(db)).toEqual([{ name: 'Oud Royal', units: 2 }]);
  const today = await owner.open('/admin');
  expect(today.text).toMatch(/^.*Today Today ₦22,000 2 orders last week nothing This week/);
  expect(today.text).not.toContain('What runs out');
  await db.update(stock).set({ onHand: 40, reserved: 0 });
  const page = '/admin/products/oud';
  expect((await owner.submit(page, `${page}/limit`, { limit: 'many' })).status).toBe(400);
  const set = await owner.submit(page, `${page}/limit`, { limit: '40' });
  expect(set.text).toContain('Today lists it as running out when 40 are left.');
  expect((await owner.open('/admin')).text).toMatch(/What runs out Oud Royal 40 left/);
  expect((await owner.open('/admin/products?view=low')).text).toContain('Oud Royal');
  expect(await countWaiting(db)).toMatchObject({ fewLeft: 1 });
});

test('shows the state of the site, without waiting long for the publisher', async () => {
  const { db } = shop.services;
  const told = (await readVersion(db)).version;
  const publisher = (report: Publisher['report']): Publisher => ({
    address: 'a',
    host: 'publisher',
    tell: async () => {},
    ...(report && { report }),
  });
  const madeAt = '2026-11-23T10:00:00.000Z';
  const report: PublisherReport = {
    live: '000002',
    releases: [{ name: '000002', madeAt, products: 3, version: '1' }],
    heldSince: null,
    waitingSince: null,
    publications: [],
    lastFailure: null,
    failures: 0,
    request: null,
  };
  const stateOf = async (answer?: Publisher['report']) =>
    (await siteState(db, publisher(answer))).state;
  expect(await siteState(db, null)).toEqual({ state: 'none' });
  expect(await stateOf()).toBe('waits');
  await db.insert(publisherNotices).values({ address: 'a', host: 'publisher', told });
  expect(
    await siteState(
      db,
      publisher(async () => report),
    ),
  ).toEqual({
    state: 'follows',
    live: new Date(madeAt),
  });
  expect(await stateOf(async () => ({ ...report, waitingSince: madeAt }))).toBe('waits');
  expect(await stateOf(async () => ({ ...report, heldSince: madeAt }))).toBe('held');
  expect(await stateOf(() => new Promise(() => {}))).toBe('follows');
  expect(await stateOf(() => Promise.reject(new Error('away')))).toBe('follows');
  const lastFailure = { at: madeAt, reason: 'A page is missing' };
  const failing = publisher(async () => ({ ...report, failures: 2, lastFailure }));
  expect(await siteState(db, failing)).toMatchObject({
    state: 'failed',
    reason: 'A page is missing',
  });
  await db
    .update(publisherNotices)
    .set({ lastError: 'publisher answered 401' })
    .where(eq(publisherNotices.address, 'a'));
  expect(await stateOf()).toBe('failed');
});
