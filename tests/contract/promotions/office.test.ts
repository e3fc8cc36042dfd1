import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePromotion } from '#backend/promotions/making.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { actionsOn } from '#backend/staff/actions.ts';
import { takeShopChanges } from '#config/shop.ts';
import { lagosDate, lagosTime } from '#domain/lagos-date.ts';
import type { Person } from '../admin/office.harness.ts';
import { openOrdersOffice } from '../admin/orders-office.harness.ts';
import { BOLA, orderBody, product, REFUND } from '../shop.harness.ts';
import { make } from './promotions.harness.ts';

/** Promotions in the back office, and orders with one. */
let shop: Awaited<ReturnType<typeof openOrdersOffice>>;
let owner: Person;
beforeAll(async () => {
  shop = await openOrdersOffice({}, [
    product({ id: 'musk', name: 'Musk', group: 'musk', priceKobo: 333_333 }),
    product({ id: 'musk-try', group: 'musk', sample: 1, priceKobo: 300_000 }),
  ]);
  owner = await shop.signIn('owner', 'Bola');
});
afterAll(() => shop.close());

const LIST = '/admin/promotions';
const NEW = `${LIST}/new`;

test('an owner makes one, watches its uses and the naira given away, and stops it', async () => {
  const page = await owner.submit(NEW, NEW, {
    label: 'Harmattan sale',
    kind: 'per_cent',
    per_cent: '10',
    naira: '5000',
    code: 'harmattan',
    for: 'products',
    names: 'oud',
    limit: '50',
  });
  expect(page.text).toContain('Harmattan sale is active now.');
  expect(page.text).toContain('10% off a selection');
  const order = await shop.pay(1, { code: 'HARMATTAN', discount: 1000 });
  const id = order.promotion?.uses[0]?.id ?? '';
  const { text } = await owner.open(LIST);
  expect(text).toMatch(
    /Harmattan sale\s+running, 10% off a selection, HARMATTAN, 1 use of 50, ₦1,000 given away/,
  );
  const stopped = await owner.submit(`${LIST}/${id}`, `${LIST}/${id}/stop`);
  expect(stopped.text).toMatch(/is stopped\..*Harmattan sale\s+stopped/s);
  expect(await actionsOn(shop.services.db, id)).toMatchObject([
    { action: 'promotion.stop', recordedBy: 'Bola' },
    { action: 'promotion.add', detail: 'Harmattan sale: 10% off, HARMATTAN' },
  ]);
  expect((await owner.open('/admin/log')).text).toContain('promotion stop');
});

test('its times have a picker, like a discount’s, and one checkbox ends either on Sunday', async () => {
  const form = await owner.open(NEW);
  for (const name of ['begins', 'ends'])
    expect(form.html).toMatch(new RegExp(`type="datetime-local"[^>]* name="${name}"`));
  const typed = { kind: 'per_cent', per_cent: '10', code: 'SUNDAY', ends: '2026-01-01T10:00' };
  const sunday = /name="ends-until" value="([-\d]{10})"/.exec(form.html)?.[1] ?? '';
  expect(new Date(`${sunday}T12:00:00Z`).getUTCDay()).toBe(0);
  const until = { 'ends-until': sunday };
  const wrong = await owner.submit(NEW, NEW, { ...typed, ...until, label: '' });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toMatch(/name="ends-until" value="[-\d]{10}" checked/);
  const made = await owner.submit(NEW, NEW, { ...typed, ...until, label: 'Until Sunday' });
  expect(made.text).toContain(`Ends ${lagosDate(`${sunday}T12:00:00Z`)}`);
  const page = '/admin/products/musk';
  const discount = { discount: '10%', 'discount_until-until': sunday };
  await owner.submit(page, page, discount);
  const { rows } = await shop.services.db.execute(
    sql`select discount_expires_at::text as ends from products where id = 'musk'`,
  );
  expect(new Date(String(rows[0]?.ends)).toISOString()).toBe(`${sunday}T22:59:59.000Z`);
  await owner.submit(page, page, { discount: '', discount_until: '' });
});

test('one for first orders only says so in form, list and page', async () => {
  const form = await owner.open(NEW);
  expect(form.text).toContain('Compared by account, email address and phone number.');
  const typed = { label: 'Welcome', kind: 'per_cent', per_cent: '10', counts: 'automatic' };
  const page = await owner.submit(NEW, NEW, { ...typed, first_order: 'yes' });
  expect(page.text).toMatch(/10% off, first orders only, without a code, .* First order only yes/s);
  expect((await owner.open(LIST)).text).toContain('running, 10% off, first orders only');
  // Everybody would get it.
  expect((await owner.submit(NEW, NEW, { ...typed, first_order: 'no' })).text).toContain(
    "'From an amount of' is needed without a code",
  );
});

test('faults are shown at their fields, and what was typed stays', async () => {
  const wrong = await owner.submit(NEW, NEW, {
    label: 'For all',
    kind: 'per_cent',
    per_cent: '10',
    counts: 'automatic',
    begins: 'soon',
  });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('Nothing was made.');
  expect(wrong.text).toMatch(/'Begins' is 'soon': write a time in Lagos/);
  expect(wrong.forms[0]?.fields).toContainEqual(['label', 'For all']);
  const again = wrong.forms.find(({ action }) => action.startsWith(NEW)) ?? expect.fail('no form');
  const amount = await owner.send(again, { begins: '' });
  expect(amount.text).toContain("'From an amount of' is needed without a code");
  await make(shop, { code: 'TAKEN' });
  const taken = await owner.send(again, { begins: '', counts: 'code', code: 'taken' });
  expect([taken.status, taken.text]).toEqual([
    409,
    expect.stringContaining('a code TAKEN already'),
  ]);
});

test('a full discount, or one that has ended already, is refused at its field', async () => {
  const { db } = shop.services;
  for (const scope of [{}, { for: 'brand', names: 'Creed' }, { for: 'products', names: 'oud' }]) {
    const all = { label: 'All', per_cent: '100', code: 'ALL', ...scope };
    expect(await makePromotion(db, BOLA, all)).toMatchObject({
      refusal: {
        fields: {
          per_cent:
            "'Per cent' must be from 0.01 to 99.99: an order has to cost something, since no payment of ₦0 can be taken.",
        },
      },
    });
  }
  const nearly = { label: 'Nearly all', per_cent: '99.99', code: 'NEARLY' };
  expect(await makePromotion(db, BOLA, nearly)).toMatchObject({ ok: true });
  const past = { label: 'Past', per_cent: '10', code: 'PAST' };
  for (const ends of ['2026-01-01', new Date(Date.now() - 1000).toISOString()])
    expect(await makePromotion(db, BOLA, { ...past, ends })).toMatchObject({
      refusal: { fields: { ends: expect.stringContaining("'Ends' is past already") } },
    });
  const today = lagosTime(new Date()).slice(0, 10);
  expect(await makePromotion(db, BOLA, { ...past, ends: today })).toMatchObject({ ok: true });
});

test('each of the four kinds has its own fields, and only the chosen one counts', async () => {
  const form = { label: 'Kinds', counts: 'codes', per_cent: '200', buy: 'two' };
  const made = async (typed: Record<string, string>) =>
    (await owner.submit(NEW, NEW, { ...form, ...typed })).text;
  expect(await made({ kind: 'naira', naira: '1000' })).toContain('₦1,000 off');
  expect(await made({ kind: 'delivery', states: 'lagos|Ogun' })).toContain(
    'free delivery in Lagos, Ogun',
  );
  expect(await made({ kind: 'delivery', states: 'Accra' })).toContain(
    "'To which states' has 'Accra', which is no state of Nigeria.",
  );
  expect(await made({ kind: 'units', get: '1' })).toContain(
    "'Units to pay for' must be a whole number from 1 to 99.",
  );
  expect(await made({ kind: 'units', buy: '2', get: '1' })).toContain('1 free with every 2');
  expect(await made({})).toContain(
    "'Per cent' must be from 0.01 to 99.99: an order has to cost something",
  );
});

test('the page of an order names the code of its sample, and the refund that has ended it', async () => {
  takeShopChanges({ sampleCreditDays: 30 });
  const order = await shop.pay(1, orderBody([['musk-try', 3000, 1]]));
  const { text } = await owner.open(`/admin/orders/${order.id}`);
  expect(text).toMatch(/Code of the sample: SAMPLE-[A-Z0-9]{10}, ₦3,000 off Musk, until /);
  await recordByHand(shop.services, order.id, REFUND);
  expect((await owner.open(`/admin/orders/${order.id}`)).text).toMatch(
    /Code of the sample: SAMPLE-\w+, .*, ended by the refund of ₦6,000 Give it back/,
  );
});

test('codes for one use are created by the thousand, and downloaded as a file', async () => {
  const { id } = await make(shop, { counts: 'codes', label: 'Thanks' });
  const page = `${LIST}/${id}`;
  const much = await owner.submit(page, `${page}/codes`, { count: '10001' });
  expect([much.status, much.text]).toEqual([400, expect.stringContaining('1 to 10000')]);
  const made = await owner.submit(page, `${page}/codes`, { count: '10000', beginning: 'thanks' });
  expect(made.text).toContain('10,000 codes made.');
  const file = await owner.open(`${page}/codes.csv`);
  expect(file.headers.get('content-type')).toContain('text/csv');
  const lines = file.html.trim().split('\r\n');
  expect(lines).toHaveLength(10_001);
  expect(lines[1]).toMatch(/^THANKS-[A-Z0-9]{10},yes,0$/);
});

test('a packer can read the list, but not change it', async () => {
  const packer = await shop.signIn('packer');
  const page = await packer.open(LIST);
  expect(page.text).toContain('Thanks');
  expect(page.html).not.toContain(`${LIST}/`);
  expect((await packer.open(NEW)).status).toBe(403);
});

test('the page of an order shows the discount, and the paid amount for each line', async () => {
  await make(shop, { kind: 'naira', naira: '1000', code: 'SHARE' });
  const body = {
    items: [
      { productId: 'oud', name: 'Oud Royal', price: 10_000, image: '', quantity: 1 },
      { productId: 'musk', name: 'Musk', price: 3333.33, image: '', quantity: 2 },
    ],
    totalAmount: 19_666.66,
    code: 'SHARE',
    discount: 1000,
  };
  const order = await shop.pay(1, body);
  const { text } = await owner.open(`/admin/orders/${order.id}`);
  expect(text).toMatch(/Harmattan sale \(SHARE\)\s+-₦1,000/);
  expect(text).toContain('1 × Oud Royal: ₦9,400 2 × Musk: ₦6,266.66, for one ₦3,133.33 Delivery');
  expect(text).toContain('All that is left: ₦18,666.66');
});
