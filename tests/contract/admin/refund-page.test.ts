import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emails } from '#backend/mail/tables.ts';
import { eachOrder } from '#backend/order-book/admin-orders.ts';
import type { Person } from './office.harness.ts';
import { formOf, openOrdersOffice } from './orders-office.harness.ts';

/** Refunds from the page of an order, through Paystack's sandbox. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let bola: Person;
let ngozi: Person;
beforeAll(async () => {
  shop = await openOrdersOffice();
  bola = await shop.signIn('owner', 'Bola');
  ngozi = await shop.signIn('owner', 'Ngozi');
});
afterAll(() => shop.close());

const page = (id: string) => `/admin/orders/${id}`;
const action = (id: string) => `${page(id)}/refund`;
const opened = async (person: Person, id: string) =>
  formOf(await person.open(page(id)), action(id));
const atPaystack = async (order: Awaited<ReturnType<typeof shop.pay>>) =>
  (await shop.refundsAtPaystack(order)).map(({ amount }) => amount);

test('the same refund pressed by two people at once is one refund', async () => {
  const order = await shop.pay();
  const forms = [await opened(bola, order.id), await opened(ngozi, order.id)] as const;
  const fields = { how: 'part', for: 'other', amount: '5,000' };
  const answers = await Promise.all([bola.send(forms[0], fields), ngozi.send(forms[1], fields)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await atPaystack(order)).toEqual([500_000]);
  const { text } = await bola.open(page(order.id));
  expect(text).toContain('All that is left: ₦8,000');
});

test.for([
  [{ how: 'all', amount: '5000' }, 'You wrote an amount: choose ‘A part’, or empty that field.'],
  [{ amount: '5000' }, 'Choose how much.'],
] as const)('%j refunds nothing, and what was typed stays', async ([fields, words]) => {
  const order = await shop.pay();
  const form = await opened(bola, order.id);
  const answer = await bola.send(form, fields);
  expect(answer.text).toContain(words);
  expect(answer.html).toContain('value="5000"');
  expect(await atPaystack(order)).toEqual([]);
});

test('the full amount, requested by one as “all” and by the other as a number, is one refund', async () => {
  const order = await shop.pay();
  const forms = [await opened(bola, order.id), await opened(ngozi, order.id)] as const;
  await Promise.all([
    bola.send(forms[0], { how: 'all' }),
    ngozi.send(forms[1], { how: 'part', for: 'other', amount: '13000' }),
  ]);
  expect(await atPaystack(order)).toEqual([1_300_000]);
});

test('a different refund by somebody else is shown first, and nothing more is refunded', async () => {
  const order = await shop.pay();
  const late = await opened(ngozi, order.id);
  await bola.submit(page(order.id), action(order.id), {
    how: 'part',
    for: 'other',
    amount: '5000',
  });
  const answer = await ngozi.send(late, {
    how: 'part',
    for: 'other',
    amount: '2000',
    reason: 'Late',
  });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('has a refund of ₦5,000 that Bola has asked for meanwhile');
  expect(formOf(answer, action(order.id)).fields).toEqual(
    expect.arrayContaining([
      ['amount', '2000'],
      ['for', 'other'],
      ['reason', 'Late'],
    ]),
  );
  expect(await atPaystack(order)).toEqual([500_000]);
  await ngozi.send(formOf(answer, action(order.id)));
  expect(await atPaystack(order)).toEqual([500_000, 200_000]);
});

test('the same amount again, from a person who saw the first, is a second refund; sent by Back it is not', async () => {
  const order = await shop.pay();
  const fields = { how: 'part', for: 'other', amount: '1000' };
  const first = await opened(bola, order.id);
  await bola.send(first, fields);
  await bola.send(first, fields);
  expect(await atPaystack(order)).toEqual([100_000]);
  await bola.submit(page(order.id), action(order.id), fields);
  expect(await atPaystack(order)).toEqual([100_000, 100_000]);
});

test('a wrong amount is refused at its field, and an excessive one with the remaining amount', async () => {
  const order = await shop.pay();
  const wrong = await bola.submit(page(order.id), action(order.id), {
    how: 'part',
    for: 'other',
    amount: 'all',
  });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('such as 12500')]);
  const much = await bola.submit(page(order.id), action(order.id), {
    how: 'part',
    for: 'other',
    amount: '14000',
  });
  expect(much.status).toBe(409);
  expect(much.text).toContain('₦13,000 of it is left to refund');
  expect(await atPaystack(order)).toEqual([]);
});

test('money that was refunded by hand cannot be refunded through Paystack, too', async () => {
  const order = await shop.payLate();
  const waiting = await opened(ngozi, order.id);
  const byHand = `${page(order.id)}/refunded`;
  const after = await bola.submit(page(order.id), byHand, { how: 'all' });
  expect(after.forms.map((form) => form.action)).not.toContain(action(order.id));
  expect(after.forms.map((form) => form.action)).not.toContain(byHand);
  expect((await ngozi.send(waiting, { how: 'all' })).status).toBe(303);
  expect(await atPaystack(order)).toEqual([]);
});

test('the email about a due refund links to the page for making it', async () => {
  const order = await shop.payLate();
  const id = `merchant-refund:${order.id}`;
  const [email] = await shop.services.db.select().from(emails).where(eq(emails.id, id));
  const [, link = ''] = /: (http\S+\/admin\/\S+)/.exec(email?.text ?? '') ?? [];
  expect(link).toMatch(/^http:\/\/localhost:/);
  const { forms } = await bola.open(new URL(link).pathname);
  expect(forms.map((form) => form.action)).toContain(action(order.id));
});

test('the remaining amount on a page is what the service would refund', async () => {
  for await (const order of eachOrder(shop.services.db, { status: 'paid' })) {
    const left = order.money.remaining;
    const answer = await shop.services.refunds.refund(order.id, {
      amountKobo: left + 1,
      key: 'more',
      reason: null,
      actor: { name: 'Bola', role: 'owner' },
      restock: false,
    });
    expect(answer.ok).toBe(false);
    const rest = await bola.open(page(order.id));
    expect(rest.text.includes('All that is left')).toBe(left > 0);
  }
});
