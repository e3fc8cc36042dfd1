import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  begin,
  buttonsOf,
  call,
  post,
  press,
  SECRET_KEY,
  startReceiver,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

const now = Date.UTC(2026, 10, 21, 9);
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let shop: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  shop = await startReceiver();
  sandbox = await startSandbox({ webhookUrl: shop.url, clock: () => now });
});
afterEach(async () => {
  await sandbox.close();
  await shop.close();
});

const read = async (url: string) => (await fetch(url)).text();
const follow = (url: string) => fetch(url, { redirect: 'manual' });
const statusOf = async (reference: string) =>
  (await call(sandbox.url, `/transaction/verify/${reference}`)).body.data.status as string;

test('shows amount, email, merchant, the test mode and the four buttons', async () => {
  const page = await read((await begin(sandbox.url, { amount: 18_750_050 })).authorization_url);
  for (const text of [
    '₦187,500.50',
    'ada@example.com',
    'Turare',
    'Test mode. No money moves.',
    '<html lang="en">',
  ]) {
    expect(page).toContain(text);
  }
  expect([...buttonsOf(page)]).toEqual([
    ['Pay now', 'pay'],
    ['Bank transfer', 'transfer'],
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ]);
  expect(page).not.toContain('<script');
});

test('Pay now: paid by card, one webhook, back to the shop', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  const back = await press(page, 'Pay now');
  expect(back.status).toBe(303);
  expect(back.headers.get('location')).toBe(
    `http://127.0.0.1:4321/payment/callback?trxref=${reference}&reference=${reference}`,
  );
  expect(await statusOf(reference)).toBe('success');
  const [webhook] = await shop.until(1);
  expect(JSON.parse(String(webhook?.body))).toMatchObject({
    event: 'charge.success',
    data: { reference, status: 'success', amount: 4_500_000, channel: 'card', metadata: 0 },
  });
});

test('Decline: failed, back to the shop, no webhook; the page shows it later', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  const back = await press(page, 'Decline');
  expect(back.headers.get('location')).toContain(`reference=${reference}`);
  expect((await call(sandbox.url, `/transaction/verify/${reference}`)).body.data).toMatchObject({
    status: 'failed',
    gateway_response: 'Declined',
    paid_at: null,
    fees: null,
  });
  const again = await read(page);
  expect(again).toContain('Payment declined');
  expect(buttonsOf(again).size).toBe(0);
  expect((await post(page, 'pay')).headers.get('location')).toContain(`reference=${reference}`);
  expect(await statusOf(reference)).toBe('failed');
  expect(shop.received).toEqual([]);
});

test('many simultaneous presses decide a payment once, with at most one webhook', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  const actions = ['pay', 'decline', 'transfer', 'cancel'];
  await Promise.all(Array.from({ length: 40 }, (_, i) => post(page, actions[i % 4] ?? '')));
  const { status, log } = (await call(sandbox.url, `/transaction/verify/${reference}`)).body.data;
  expect(['success', 'failed', 'pending']).toContain(status);
  expect(log.attempts).toBe(1);
  // Whichever press came first decided; nothing after it changed a thing.
  const { deliveries } = (await call(sandbox.url, '/sandbox/webhooks')).body;
  expect(deliveries).toHaveLength(status === 'success' ? 1 : 0);
});

test('two half-received forms decide a payment once', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  const body = 'action=pay';
  const headers = {
    expect: '100-continue',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
  };
  const forms = [0, 1].map(() => request(page, { method: 'POST', headers }));
  const reached = forms.map((form) => once(form, 'continue'));
  for (const form of forms) form.flushHeaders();
  await Promise.all(reached);
  const answered = forms.map((form) => once(form, 'response'));
  for (const form of forms) form.end(body);
  for (const [answer] of await Promise.all(answered)) answer.resume();
  const { data } = (await call(sandbox.url, `/transaction/verify/${reference}`)).body;
  expect(data).toMatchObject({ status: 'success', log: { attempts: 1 } });
  expect((await call(sandbox.url, '/sandbox/webhooks')).body.deliveries).toHaveLength(1);
});

test('a paid page has no button and never pays twice', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  await press(page, 'Pay now');
  const again = await read(page);
  expect(again).toContain('₦45,000 paid');
  expect(buttonsOf(again).size).toBe(0);
  for (const action of ['pay', 'decline', 'transfer', 'cancel', 'nonsense']) {
    await post(page, action);
  }
  expect(await statusOf(reference)).toBe('success');
  expect((await call(sandbox.url, '/sandbox/webhooks')).body.deliveries).toHaveLength(1);
});

test('Bank transfer: shows account and amount, then leads back to the shop while pending', async () => {
  const { authorization_url: page, access_code, reference } = await begin(sandbox.url);
  const sent = await press(page, 'Bank transfer');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/checkout/${access_code}`]);
  const shown = await read(page);
  for (const text of [
    '<dd>Sandbox Bank</dd>',
    '<dd>₦45,000</dd>',
    '<h1>Transfer on its way</h1>',
    'Test mode sends the money for you. The shop is notified when it arrives.',
    'This page takes you back there in a moment.',
    '30 minutes',
    '10:30, Lagos time',
    `<meta http-equiv="refresh" content="2; url=/checkout/${access_code}?wait=1">`,
  ]) {
    expect(shown).toContain(text);
  }
  expect(shown).toMatch(/>99\d{8}</);
  expect([...buttonsOf(shown).keys()]).toEqual(['Back to the shop']);
  const callback = `http://127.0.0.1:4321/payment/callback?trxref=${reference}&reference=${reference}`;
  for (const back of [await follow(`${page}?wait=1`), await press(page, 'Back to the shop')]) {
    expect([back.status, back.headers.get('location')]).toEqual([303, callback]);
  }
  expect(await statusOf(reference)).toBe('pending');
  // Come back to, it is the same page with the same account.
  expect(await read(page)).toBe(shown);
  expect(shop.received).toEqual([]);
});

test('the transfer arrives by itself: one webhook, and the page leads to the shop', async () => {
  const quick = await startSandbox({ webhookUrl: shop.url, transferDelayMs: 20 });
  const { authorization_url: page, reference } = await begin(quick.url);
  // Pressed twice, the money is sent once.
  await Promise.all([post(page, 'transfer'), post(page, 'transfer')]);
  const [webhook] = await shop.until(1);
  expect(JSON.parse(String(webhook?.body))).toMatchObject({
    event: 'charge.success',
    data: { reference, status: 'success', amount: 4_500_000, channel: 'bank_transfer' },
  });
  const back = await follow(`${page}?wait=1`);
  expect(back.headers.get('location')).toContain(`/payment/callback?trxref=${reference}`);
  // Opened by hand it says what happened, and stays.
  const again = await read(page);
  expect(again).toContain('Paid by bank transfer');
  expect(again).not.toContain('http-equiv="refresh"');
  await quick.close();
  expect(shop.received).toHaveLength(1);
});

test('a transfer takes six seconds by default', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { app, close } = createSandbox({ secretKey: SECRET_KEY, publicUrl: 'http://pay.test' });
  const headers = { authorization: `Bearer ${SECRET_KEY}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'ada@example.com', amount: 10_000, reference: 'six' });
  const begun = await app.request('/transaction/initialize', { method: 'POST', headers, body });
  const page = (await begun.json()).data.authorization_url;
  const status = async () =>
    (await (await app.request('/transaction/verify/six', { headers })).json()).data.status;
  await app.request(page, { method: 'POST', body: new URLSearchParams({ action: 'transfer' }) });
  vi.advanceTimersByTime(5999);
  expect(await status()).toBe('pending');
  vi.advanceTimersByTime(1);
  expect(await status()).toBe('success');
  await close();
});

test('a transfer under way cannot be paid again, declined, cancelled or repeated', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  await press(page, 'Bank transfer');
  const shown = await read(page);
  for (const action of ['pay', 'decline', 'cancel', 'transfer', 'nonsense']) {
    const back = await post(page, action);
    expect(back.headers.get('location')).toContain(`trxref=${reference}`);
    expect(await statusOf(reference)).toBe('pending');
  }
  expect(await read(page)).toBe(shown);
});

test.each(['sent', 'other', 'back', 'nonsense', ''])(
  "an open payment knows no action '%s'",
  async (action) => {
    const { authorization_url: page, access_code, reference } = await begin(sandbox.url);
    expect((await post(page, action)).headers.get('location')).toBe(`/checkout/${access_code}`);
    const { data } = (await call(sandbox.url, `/transaction/verify/${reference}`)).body;
    expect(data).toMatchObject({ status: 'abandoned', log: null });
    expect((await follow(`${page}?wait=1`)).status).toBe(200);
  },
);

test.each([
  [{ metadata: { cancel_action: 'http://127.0.0.1:4321/checkout?x=1' } }, /\/checkout\?x=1$/],
  [{}, /\/payment\/callback\?trxref=/],
  [{ metadata: { cancel_action: 'javascript:alert(1)' } }, /\/payment\/callback\?trxref=/],
])('Cancel with %j leads to %s and leaves it abandoned', async (fields, target) => {
  const { authorization_url: page, reference } = await begin(sandbox.url, fields);
  const left = await press(page, 'Cancel');
  expect(left.headers.get('location')).toMatch(target);
  const { data } = (await call(sandbox.url, `/transaction/verify/${reference}`)).body;
  expect(data).toMatchObject({
    status: 'abandoned',
    log: { history: [{ type: 'action', message: 'Left the payment', time: 0 }] },
  });
});

test('escapes everything from a request', async () => {
  const begun = await begin(sandbox.url, {
    email: "o'ada@example.com",
    callback_url: `http://127.0.0.1:4321/cb?a=%22&b="><img src=x>`,
  });
  await press(begun.authorization_url, 'Decline');
  const response = await fetch(begun.authorization_url);
  const page = await response.text();
  expect(page).toContain('o&#39;ada@example.com');
  expect(page).not.toContain('<img');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an unknown address has a page, and the overview lists each transaction', async () => {
  const unknown = await fetch(`${sandbox.url}/checkout/nothing`);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('No such payment');
  const { reference, access_code } = await begin(sandbox.url);
  const overview = await read(`${sandbox.url}/`);
  expect(overview).toContain(`href="/checkout/${access_code}">${reference}<`);
});
