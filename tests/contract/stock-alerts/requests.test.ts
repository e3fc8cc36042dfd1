import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALERT_CONSENT } from '#domain/products/stock-alert.ts';
import { from, PASSWORD, signUp } from '../accounts/account.harness.ts';
import { product } from '../shop.harness.ts';
import { type AlertShop, openAlertShop } from './alerts.harness.ts';

/** Requesting an alert for when a product is back, confirming it, and stopping it. */
let shop: AlertShop;
let n = 0;
let ada = '';
beforeAll(async () => {
  shop = await openAlertShop(['oud', 'rose'], { products: [product({ id: 'musk', stock: 3 })] });
});
beforeEach(() => {
  n += 1;
  ada = `ada${n}@example.com`;
});
afterAll(() => shop.close());

const requestsOf = async (email: string) =>
  (await shop.requests()).filter((request) => request.email === email);
const emailsTo = (email: string) =>
  shop.rows<{ id: string; subject: string; unsubscribe_url: string }>(
    sql`select id, subject, unsubscribe_url from emails where recipient = ${email} order by created_at`,
  );

describe('asking', () => {
  test('sends one email with one link, and stores the text that she consents to', async () => {
    const answer = await shop.ask(` ${ada.toUpperCase()}`, 'oud');
    expect(answer).toMatchObject({ status: 200, body: { state: 'asked' } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [email, ...more] = await emailsTo(ada);
    expect(more).toEqual([]);
    expect(email?.subject).toBe('Shall we tell you when The oud is back?');
    const key = await shop.keyOf(ada);
    expect(email?.unsubscribe_url).toBe(`http://127.0.0.1:4321/api/stock-alert/${key}/stop`);
    const [row] = await shop.rows(
      sql`select consent, key_hash, confirmed_at from stock_alerts where email = ${ada}`,
    );
    expect(row).toMatchObject({ consent: ALERT_CONSENT, confirmed_at: null });
    expect(row?.key_hash).not.toContain(key);
  });

  test('answers the same for an address that waits already', async () => {
    await shop.wait(ada, 'oud');
    await shop.pass(2);
    const known = await shop.ask(ada, 'oud');
    const unknown = await shop.ask(`other${ada}`, 'oud');
    expect(known).toMatchObject({ status: unknown.status, body: unknown.body });
    expect(await emailsTo(ada)).toHaveLength(2);
    expect((await emailsTo(ada))[1]?.subject).toBe((await emailsTo(`other${ada}`))[0]?.subject);
  });

  test('pressed twice sends one email, and answers the same', async () => {
    await shop.ask(ada, 'oud');
    expect(await shop.ask(ada, 'oud')).toMatchObject({ status: 200, body: { state: 'asked' } });
    expect(await emailsTo(ada)).toHaveLength(1);
  });

  test('of a product that can be bought says so, and stores nothing', async () => {
    expect(await shop.ask(ada, 'musk')).toMatchObject({
      status: 200,
      body: { state: 'available' },
    });
    expect(await requestsOf(ada)).toEqual([]);
    expect(await emailsTo(ada)).toEqual([]);
  });

  test.each([
    ['no-such', 'ada@example.com', 404, 'product_not_found'],
    ['oud', 'ada', 400, 'validation_failed'],
    ['oud', '', 400, 'validation_failed'],
  ])('for %s by %j is refused', async (id, email, status, code) => {
    expect(await shop.ask(email, id)).toMatchObject({ status, body: { code } });
  });

  test('too often is refused for the sender, but not for the owner of the address', async () => {
    const stranger = from('41.58.0.9');
    for (let times = 0; times < 6; times++) {
      expect((await shop.ask(ada, times % 2 ? 'oud' : 'rose', stranger)).status).toBe(200);
      await shop.rows(
        sql`delete from rate_limits where count = 1 and ends_at < now() + interval '61 seconds'`,
      );
    }
    const refused = await shop.ask(ada, 'oud', stranger);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await shop.ask(ada, 'oud', from('105.112.0.1'))).status).toBe(200);
  });
});

describe('the link of the email', () => {
  test('shows the request, confirms it, and may be pressed again', async () => {
    await shop.ask(ada, 'oud');
    const key = await shop.keyOf(ada);
    const found = { productId: 'oud', name: 'The oud' };
    expect((await shop.get(`/api/stock-alert/${key}`)).body).toEqual({
      ...found,
      state: 'unconfirmed',
    });
    expect((await shop.confirm(key)).body).toEqual({ ...found, state: 'waiting' });
    const [first] = await shop.rows(
      sql`select confirmed_at from stock_alerts where email = ${ada}`,
    );
    expect((await shop.confirm(key)).body).toEqual({ ...found, state: 'waiting' });
    expect(
      await shop.rows(sql`select confirmed_at from stock_alerts where email = ${ada}`),
    ).toEqual([first]);
  });

  test('is over after a day without a yes, and the address is erased with the email', async () => {
    await shop.ask(ada, 'oud');
    const key = await shop.keyOf(ada);
    await shop.pass(24 * 60 - 1);
    await shop.erase();
    expect((await shop.get(`/api/stock-alert/${key}`)).status).toBe(200);
    await shop.pass(2);
    expect(await shop.confirm(key)).toMatchObject({
      status: 404,
      body: { code: 'stock_alert_not_found' },
    });
    await shop.erase();
    expect(await requestsOf(ada)).toEqual([]);
    expect(await emailsTo(ada)).toEqual([]);
  });

  test.each(['x'.repeat(43), 'short', '%00%00'])(
    'with the secret %j leads nowhere',
    async (key) => {
      expect([400, 404]).toContain((await shop.get(`/api/stock-alert/${key}`)).status);
      expect([400, 404]).toContain((await shop.confirm(key)).status);
    },
  );
});

describe('stopping', () => {
  /** Stops as a mail program does (RFC 8058, section 3.2): a form, no cookies, no page. */
  const oneClick = (key: string) =>
    shop.app.request(`/api/stock-alert/${key}/stop`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

  test('by one POST of a mail program ends it, and again answers the same', async () => {
    await shop.wait(ada, 'oud');
    await shop.ask(ada, 'rose');
    const rose = await shop.keyOf(ada);
    await shop.confirm(rose);
    expect((await oneClick(rose)).status).toBe(200);
    expect((await oneClick(rose)).status).toBe(200);
    const left = await shop.rows(sql`select product_id from stock_alerts where email = ${ada}`);
    expect(left).toEqual([{ product_id: 'oud' }]);
  });

  test('changes nothing before the confirmation: a mail filter may open every link', async () => {
    await shop.ask(ada, 'oud');
    const key = await shop.keyOf(ada);
    expect((await oneClick(key)).status).toBe(200);
    expect((await shop.confirm(key)).body.state).toBe('waiting');
  });

  test('from the alert email stops the others, too', async () => {
    await shop.wait(ada, 'oud');
    await shop.wait(ada, 'rose');
    expect(await shop.restock('oud', 50)).toBeGreaterThan(0);
    await shop.stock('oud', 0);
    await oneClick(await shop.toldKeyOf(ada));
    expect(await requestsOf(ada)).toEqual([{ email: ada, told: true, confirmed: true }]);
  });
});

test('a deleted account loses its requests, and its export lists them', async () => {
  const { auth } = await signUp(shop, ada);
  await shop.wait(ada, 'oud');
  const { body } = await shop.get('/api/account/export', auth);
  expect(body.stockAlerts).toEqual([
    {
      productId: 'oud',
      product: 'The oud',
      consent: ALERT_CONSENT,
      askedAt: expect.any(String),
      confirmedAt: expect.any(String),
    },
  ]);
  expect((await shop.post('/api/account/delete', { password: PASSWORD }, auth)).status).toBe(200);
  expect(await requestsOf(ada)).toEqual([]);
  expect(await emailsTo(ada)).toEqual([]);
});
