import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { recordStep } from '#backend/fulfilment/steps.ts';
import { lostTimes } from '#backend/lost-time/tables.ts';
import { emails } from '#backend/mail/tables.ts';
import { recordCollection } from '#backend/on-delivery/at-door.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orderItems, orders, webhookEvents } from '#backend/orders/tables.ts';
import { acceptLess, recordTransfer } from '#backend/own-bank/recording.ts';
import { sealKeys } from '#backend/payments/sealed/keys.ts';
import { createUnmatched } from '#backend/payments/unmatched/unmatched.ts';
import { stock } from '#backend/products/stock-tables.ts';
import { readSettings } from '#backend/settings/settings.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import { runOn } from '../../commands/command.harness.ts';
import type { Person } from '../admin/office.harness.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import type { OrderAndPayment } from '../orders/order-of.harness.ts';
import { openDoor, openOwnAccount } from '../own-account.harness.ts';
import { make, usesOf } from '../promotions/promotions.harness.ts';
import { BOLA, orderBody } from '../shop.harness.ts';
import { forget } from './rebuild.harness.ts';

/** Orders that no provider has: a lost one comes back from the email that the merchant got about it. */

const KEY = 'one secret of the shop in the tests';
const PAGE = '/admin/payments';
const FORM = `${PAGE}/from-email`;
const GIVEN = { ORDER_SEAL_KEY: KEY, PAYMENT_WAYS: 'paystack,delivery,bank' };
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
let closers: (() => void)[];
beforeAll(async () => {
  shop = await openOrdersOffice(GIVEN);
  owner = await shop.signIn('owner', 'Bola');
  closers = [openOwnAccount(), openDoor()];
  await shop.services.db
    .insert(lostTimes)
    .values({ reason: 'restored', lostFrom: new Date(), askedAt: new Date() });
});
afterAll(async () => {
  for (const close of closers) close();
  await shop.close();
});

let customers = 0;
async function place(change: Partial<InitializeBody> = {}) {
  const number = String(++customers).padStart(4, '0');
  const email = `copy-${number}@example.com`;
  const body = orderBody([['oud', 10_000, 2]], { email, way: 'delivery', ...change });
  const shippingInfo = { ...body.shippingInfo, phone: `0803 222 ${number}` };
  const answer = await shop.post('/api/payment/initialize', { ...body, shippingInfo });
  expect(answer.status).toBe(200);
  const { reference, authorization_url: page } = answer.body.data;
  return { reference, page, order: await shop.orderOf(reference) };
}

/** The text of the merchant's email about an order. */
async function emailAbout({ id }: { id: string }): Promise<string> {
  const [email] = await shop.services.db
    .select()
    .from(emails)
    .where(eq(emails.id, `merchant-paid:${id}`));
  return email?.text ?? '';
}
const onHand = async () => {
  const [row] = await shop.services.db.select().from(stock).where(eq(stock.productId, 'oud'));
  return row?.onHand ?? 0;
};
const linesOf = ({ id }: { id: string }) =>
  shop.services.db.select().from(orderItems).where(eq(orderItems.orderId, id));
const paste = (email: string) => owner.submit(PAGE, FORM, { email });
const expectSound = async () =>
  expect((await auditShop(shop.services.db, { RESERVATION_MINUTES: 60 })).violations).toEqual([]);
const waiting = async ({ id }: { id: string }) =>
  (
    await shop.services.db
      .select()
      .from(emails)
      .where(like(emails.id, `%${id}`))
  )
    .filter(({ sentAt }) => sentAt === null)
    .map((email) => email.id);

/** Loses an order, pastes its email, and returns the order as it is then, with what the page said. */
async function loseAndPaste(before: OrderAndPayment) {
  const email = await emailAbout(before);
  expect(email).toContain('order-copy[');
  await forget(shop, before);
  const seen = await paste(email);
  return { email, seen, after: await shop.orderOf(before.reference) };
}

const SAME = [
  'id',
  'reference',
  'status',
  'email',
  'fullName',
  'phone',
  'phoneE164',
  'address',
  'city',
  'state',
  'country',
  'shippingEmail',
  'shippingPlace',
  'feeKobo',
  'totalKobo',
  'discountKobo',
  'promotion',
  'delivery',
  'shareHash',
  'createdAt',
] as const;
function expectSame(after: OrderAndPayment, before: OrderAndPayment) {
  for (const column of SAME) expect(after[column], column).toEqual(before[column]);
  expect(after).toMatchObject({ rebuiltWithout: null, refundNeeded: false });
  expect(after.rebuiltAt).toBeInstanceOf(Date);
}

/** A mail program that quotes, indents and wraps, with words of a person around it. */
const forwarded = (email: string) =>
  `FYI, see below\r\n\r\n${email
    .split('\n')
    .flatMap((line) => line.match(/.{1,40}/g) ?? [''])
    .map((line) => `> >  ${line}  `)
    .join('\r\n')}\r\n\r\nSent from my phone`;

test('an order that is paid on delivery comes back once, and its customer is not told again', async () => {
  const { order: before } = await place();
  const [lines, stocked, email] = [await linesOf(before), await onHand(), await emailAbout(before)];
  for (const word of [before.address, before.phone, before.fullName])
    expect(email.slice(email.indexOf('order-copy['))).not.toContain(word);
  await forget(shop, before);
  const seen = await paste(forwarded(email));
  expect(seen.text).toContain(
    `Order #${orderNumber(before.id)} of ₦23,000 is made again. The email does not say what was packed, shipped, collected or cancelled since then: check that first.`,
  );
  const after = await shop.orderOf(before.reference);
  expectSame(after, before);
  expect(after.acceptedAt).toEqual(before.acceptedAt);
  expect(await linesOf(after)).toEqual(lines);
  expect(await onHand()).toBe(stocked);
  expect(await waiting(after)).toEqual([]);
  const verified = await shop.get(`/api/payment/verify/${before.reference}`);
  expect(verified.body.payment).toMatchObject({ accepted: true, due: 23_000 });

  expect((await paste(email)).text).toContain(`Order #${orderNumber(before.id)} is there already.`);
  expect(await shop.services.db.$count(orders, eq(orders.email, before.email))).toBe(1);
  expect(await onHand()).toBe(stocked);
  await expectSound();

  const shipment = { step: 'shipped', courier: 'GIG', trackingNumber: null, actor: BOLA } as const;
  await recordStep(shop.services, after.id, shipment);
  const money = { amountKobo: 2_300_000, how: 'cash', takenBy: 'GIG', seenKobo: 0 } as const;
  await recordCollection(shop.services, after.id, { ...money, actor: BOLA });
  await shop.services.settlement.ask(after);
  expect(await shop.orderOf(before.reference)).toMatchObject({ status: 'paid' });
  await expectSound();
});

test('a transfer to the shop’s account comes back with its order, and counts once', async () => {
  const { order, reference } = await place({ way: 'bank' });
  const transfer = {
    amountKobo: 2_300_000,
    sender: 'AMINA BELLO',
    sentAt: new Date('2026-11-20T09:00:00Z'),
    sessionId: '090267201',
    isAnother: false,
    actor: BOLA,
  };
  await recordTransfer(shop.services, order.id, transfer);
  await shop.services.settlement.ask(order);
  const before = await shop.orderOf(reference);
  const stocked = await onHand();
  const { after, email } = await loseAndPaste(before);
  expectSame(after, before);
  for (const column of ['received', 'providerId', 'channel', 'paidAt'] as const)
    expect(after[column], column).toEqual(before[column]);
  expect(await onHand()).toBe(stocked);
  expect(await waiting(after)).toEqual([]);
  const { order: other } = await place({ way: 'bank' });
  expect(await recordTransfer(shop.services, other.id, transfer)).toMatchObject({
    refusal: { fields: { session: expect.stringContaining(orderNumber(before.id)) } },
  });
  await expectSound();

  await forget(shop, after);
  await recordTransfer(shop.services, other.id, transfer);
  expect((await paste(email)).text).toContain('Its transfer is recorded for another order.');
  expect(await shop.services.db.$count(orders, eq(orders.id, before.id))).toBe(0);
});

test('an order that an owner accepted for less comes back paid', async () => {
  const { order, reference } = await place({ way: 'bank' });
  await recordTransfer(shop.services, order.id, {
    amountKobo: 2_000_000,
    sender: 'AMINA BELLO',
    sentAt: new Date('2026-11-21T09:00:00Z'),
    sessionId: null,
    isAnother: false,
    actor: BOLA,
  });
  await acceptLess(shop.services, order.id, { reason: 'A good customer', actor: BOLA });
  await shop.services.settlement.ask(order);
  const before = await shop.orderOf(reference);
  expect(before).toMatchObject({ status: 'paid', received: 2_000_000 });
  const { after } = await loseAndPaste(before);
  expectSame(after, before);
  expect(after.received).toBe(2_000_000);
  await expectSound();
});

test('a deposit that no order has becomes that of the order again', async () => {
  openDoor(true);
  const { reference, page } = await place();
  await press(page, 'Pay now');
  await vi.waitFor(async () =>
    expect(
      await shop.services.db.$count(webhookEvents, eq(webhookEvents.reference, reference)),
    ).toBe(1),
  );
  await shop.services.settlement.verify(reference);
  const before = await shop.orderOf(reference);
  expect(before).toMatchObject({ status: 'pending', received: 300_000 });
  await shop.break({ on: 'verify', kind: 'error' });
  const email = await emailAbout(before);
  await forget(shop, before);
  expect((await paste(email)).text).toContain('Paystack could not be asked about the payment');
  await shop.clearFaults();
  await paste(email);
  const after = await shop.orderOf(reference);
  expectSame(after, before);
  const rows = await shop.services.db.select().from(payments).where(eq(payments.orderId, after.id));
  expect(rows.map(({ way, askedKobo, received }) => ({ way, askedKobo, received }))).toEqual(
    expect.arrayContaining([
      { way: 'paystack', askedKobo: 300_000, received: 300_000 },
      { way: 'delivery', askedKobo: 2_000_000, received: null },
    ]),
  );
  expect(await waiting(after)).toEqual([]);
  await expectSound();
  openDoor();
});

test('an order that costs nothing comes back with the use of its code', async () => {
  const { id } = await make(shop, { kind: 'naira', naira: '20000' });
  await make(shop, { kind: 'delivery', from: '1000', counts: 'automatic' });
  const { order: before } = await place({ way: undefined, code: 'TEN', discount: 23_000 });
  expect(before).toMatchObject({ totalKobo: 0 });
  const { after } = await loseAndPaste(before);
  expectSame(after, before);
  expect(await usesOf(shop, id)).toBe(1);
  await expectSound();
});

test('what is no copy of a missing order of this shop is refused at the field', async () => {
  const { order } = await place();
  const email = await emailAbout(order);
  const paid = await shop.pay(2);
  const kept = await shop.paystack.verify(paid.reference);
  const sealed = kept.ok ? kept.value.metadata?.sealed : null;
  await forget(shop, order);
  const made = await shop.services.db.$count(orders);
  const at = email.indexOf('order-copy[') + 200;
  const altered = `${email.slice(0, at)}${email[at] === 'A' ? 'B' : 'A'}${email.slice(at + 1)}`;
  const other = createUnmatched({
    ...shop.services,
    providers: [shop.paystack],
    log: () => {},
    settings: readSettings({ ...shop.databaseSettings, SITE_URL: 'https://another.example' }),
    sealKeys: sealKeys([KEY]),
  });
  expect(await other.makeAgainFrom(email, BOLA)).toMatchObject({
    refusal: { fields: { email: expect.stringContaining('not from an email of this shop') } },
  });
  const keyless = createUnmatched({
    ...shop.services,
    providers: [shop.paystack],
    log: () => {},
    settings: readSettings(shop.databaseSettings),
    sealKeys: sealKeys([randomBytes(32).toString('hex')]),
  });
  expect(await keyless.makeAgainFrom(email, BOLA)).toMatchObject({
    refusal: { fields: { email: expect.stringContaining('of another shop') } },
  });
  for (const [pasted, words] of [
    [await emailAbout(paid), 'There is no copy of an order in this text.'],
    [email.slice(0, at), 'The copy of the order is damaged or cut off.'],
    [altered, 'The copy of the order is damaged or cut off.'],
    [`order-copy[${sealed}]`, 'comes back by its payment'],
  ] as const) {
    const { html, text } = await paste(pasted);
    expect(text).toContain('No order was made.');
    expect(text).toContain(words);
    expect(html).toMatch(/<textarea[^>]*aria-invalid="true"/);
  }
  expect(await shop.services.db.$count(orders)).toBe(made);

  await shop.services.db.update(stock).set({ onHand: 1 }).where(eq(stock.productId, 'oud'));
  expect((await paste(email)).text).toContain('Some of its units are not in stock.');
  expect(await shop.services.db.$count(orders)).toBe(made);
  await shop.services.db.update(stock).set({ onHand: 500 }).where(eq(stock.productId, 'oud'));

  const packer = await shop.signIn('packer');
  const form = (await owner.open(PAGE)).forms.find(({ action }) => action.startsWith(FORM));
  if (!form) throw new Error('The page has no form');
  expect((await packer.send(form, { email })).status).toBe(403);
  await paste(email);
  expectSame(await shop.orderOf(order.reference), order);
});

test('the command makes the order of a saved email again', async () => {
  const { order: before } = await place();
  const folder = await mkdtemp(join(tmpdir(), 'turare-email-'));
  const file = join(folder, 'order.eml');
  await writeFile(file, await emailAbout(before));
  await forget(shop, before);
  const run = runOn(shop, 'payments', { ...shop.account, ...GIVEN });
  expect(await run('rebuild-from', file)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`Order #${orderNumber(before.id)} of ₦23,000 is made again.`),
  });
  await writeFile(file, 'Hello');
  expect(await run('rebuild-from', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no copy of an order in this text.'),
  });
  await rm(folder, { recursive: true });
  await expectSound();
});
