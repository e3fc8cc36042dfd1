import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  begin,
  buttonsOf,
  call,
  post,
  press,
  startReceiver,
  startSandbox,
} from './sandbox.harness.ts';

let now = Date.UTC(2026, 10, 21, 9);
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
const statusOf = async (reference: string) =>
  (await call(sandbox.url, `/transaction/verify/${reference}`)).body.data.status as string;

test('states amount, e-mail, merchant and that it is a test, with the four buttons', async () => {
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
  expect([...buttonsOf(page).keys()]).toEqual(['Pay now', 'Bank transfer', 'Decline', 'Cancel']);
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

test('Decline: failed, back to the shop, no webhook; reopened it says so', async () => {
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

test('a payment pressed many times at once is paid once, with one webhook', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  const actions = ['pay', 'decline', 'transfer', 'sent', 'cancel'];
  const all = Array.from({ length: 40 }, (_, i) =>
    post(page, i === 0 ? 'pay' : (actions[i % 5] ?? '')),
  );
  await Promise.all(all);
  const status = await statusOf(reference);
  const log = (await call(sandbox.url, '/sandbox/webhooks')).body.deliveries;
  // Whichever press came first decided; nothing after it changed a thing.
  expect(log).toHaveLength(status === 'success' ? 1 : 0);
  expect(['success', 'failed', 'pending', 'abandoned']).toContain(status);
});

test('paid, opened again: shows it, has no button, never pays twice', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  await press(page, 'Pay now');
  const again = await read(page);
  expect(again).toContain('₦45,000 paid');
  expect(buttonsOf(again).size).toBe(0);
  for (const action of ['pay', 'decline', 'transfer', 'sent', 'cancel', 'other', 'nonsense']) {
    await post(page, action);
  }
  expect(await statusOf(reference)).toBe('success');
  expect((await call(sandbox.url, '/sandbox/webhooks')).body.deliveries).toHaveLength(1);
});

test('Bank transfer: account and amount, back while pending, confirmed later', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  expect((await press(page, 'Bank transfer')).status).toBe(303);
  const shown = await read(page);
  expect(shown).toMatch(/Sandbox Bank/);
  expect(shown).toMatch(/>99\d{8}</);
  expect(shown).toContain('₦45,000');
  expect(shown).toContain('30 minutes');
  expect(shown).toContain('10:30, Lagos time');
  const back = await press(page, 'Back to the shop');
  expect(back.headers.get('location')).toContain(`trxref=${reference}`);
  expect(await statusOf(reference)).toBe('pending');
  // Come back to, it is the same account.
  const account = /99\d{8}/.exec(shown)?.[0] ?? 'none';
  expect(await read(page)).toContain(account);
  await press(page, "I've sent the money");
  await shop.until(1);
  expect(await statusOf(reference)).toBe('success');
  // The page that waited goes on to the shop; opened by hand it says what happened.
  const waited = await fetch(`${page}?wait=1`, { redirect: 'manual' });
  expect(waited.headers.get('location')).toContain(`reference=${reference}`);
  expect(await read(page)).toContain('Paid by bank transfer');
});

test('money under way cannot be paid a second time by card', async () => {
  const slow = await startSandbox({ transferDelayMs: 60_000 });
  const { authorization_url: page, reference } = await begin(slow.url);
  await press(page, 'Bank transfer');
  await press(page, "I've sent the money");
  const waiting = await read(page);
  expect([...buttonsOf(waiting).keys()]).toEqual(['Back to the shop']);
  expect(waiting).toContain('http-equiv="refresh"');
  await post(page, 'pay');
  const { data } = (await call(slow.url, `/transaction/verify/${reference}`)).body;
  expect(data.status).toBe('pending');
  await slow.close();
});

test('an account without a transfer is closed after 30 minutes; another way stays open', async () => {
  const { authorization_url: page, reference } = await begin(sandbox.url);
  await press(page, 'Bank transfer');
  now += 30 * 60_000 - 1;
  expect(await statusOf(reference)).toBe('pending');
  now += 1;
  expect(await statusOf(reference)).toBe('abandoned');
  await press(page, 'Bank transfer');
  await press(page, 'Pay another way');
  expect(await statusOf(reference)).toBe('abandoned');
  await press(page, 'Pay now');
  expect(await statusOf(reference)).toBe('success');
});

test.each([
  [{ metadata: { cancel_action: 'http://127.0.0.1:4321/checkout?x=1' } }, /\/checkout\?x=1$/],
  [{ metadata: '{"cancel_action":"http://127.0.0.1:4321/checkout"}' }, /\/checkout$/],
  [{}, /\/payment\/callback\?trxref=/],
  [{ metadata: { cancel_action: 'javascript:alert(1)' } }, /\/payment\/callback\?trxref=/],
])('Cancel with %j leads to %s and leaves it abandoned', async (fields, target) => {
  const { authorization_url: page, reference } = await begin(sandbox.url, fields);
  const left = await press(page, 'Cancel');
  expect(left.headers.get('location')).toMatch(target);
  expect(await statusOf(reference)).toBe('abandoned');
});

test('without a callback the pages themselves say what happened', async () => {
  const first = await begin(sandbox.url, { callback_url: undefined });
  expect(await (await press(first.authorization_url, 'Cancel')).text()).toContain(
    'Payment cancelled',
  );
  const paid = await press(first.authorization_url, 'Pay now');
  expect(paid.headers.get('location')).toBe(`/checkout/${first.access_code}`);
});

test('channels decide which buttons there are, also for a forged form', async () => {
  const transfers = await begin(sandbox.url, { channels: ['bank_transfer'] });
  const page = await read(transfers.authorization_url);
  expect([...buttonsOf(page).keys()]).toEqual(['Bank transfer', 'Cancel']);
  await post(transfers.authorization_url, 'pay');
  expect(await statusOf(transfers.reference)).toBe('abandoned');
  const ussd = await begin(sandbox.url, { channels: ['ussd'] });
  await press(ussd.authorization_url, 'Pay now');
  const { data } = (await call(sandbox.url, `/transaction/verify/${ussd.reference}`)).body;
  expect(data.channel).toBe('ussd');
});

test('everything from a request is escaped, and the policy allows nothing but the page', async () => {
  const begun = await begin(sandbox.url, {
    email: "o'ada@example.com",
    callback_url: `http://127.0.0.1:4321/cb?a=%22&b="><img src=x>`,
  });
  await press(begun.authorization_url, 'Decline');
  const response = await fetch(begun.authorization_url);
  const page = await response.text();
  expect(page).toContain('o&#39;ada@example.com');
  expect(page).not.toContain('<img');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(policy).toContain("form-action 'self' http://127.0.0.1:4321;");
  expect(policy).not.toContain('unsafe');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an unknown address is a page too, and the overview names each transaction', async () => {
  const unknown = await fetch(`${sandbox.url}/checkout/nothing`);
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toContain('No such payment');
  const { reference, access_code } = await begin(sandbox.url);
  const overview = await read(`${sandbox.url}/`);
  expect(overview).toContain(`href="/checkout/${access_code}">${reference}<`);
});
