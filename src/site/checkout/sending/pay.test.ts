import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { initializeBody as schema } from '#contract/checkout.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { PREVIOUS_ATTEMPTS } from '#contract/headers.ts';
import { CallError } from '#site/client/errors.ts';
import { listExtensions } from '#site/client/extensions.harness.ts';
import { marked } from '#site/product-data/pictures.ts';

useTestStorageEngine();
const { $payments, NO_PAYMENTS, settlePayment } = await import('#site/payment/payments-store.ts');
const { endAttempt, KEPT_ATTEMPTS } = await import('#site/payment/attempt-store.ts');
const { advice, initializeBody, pay } = await import('./pay.ts');

const form = {
  fullName: 'Ngozi',
  email: 'n@example.com',
  phone: '0803',
  address: '12 Awolowo Road',
  city: 'Eti-Osa',
  state: 'Lagos',
  country: 'Nigeria' as const,
  shippingLocation: 'Lekki',
};
const oud = { id: 'oud', name: 'Oud', price: 100.1, image: '', qtyAvailable: 9, quantity: 3 };
const order = {
  form,
  cart: { id: 'cart-1', items: [oud] },
  place: { place: 'Lekki', amount: 3500.5 },
  paymentHosts: 'checkout.paystack.com',
  site: 'https://shop.example',
};
const LISTED = ['payment.shippingLocation', 'payment.idempotencyKey'] as const;
const url = 'https://checkout.paystack.com/x';
const answer = { data: { authorization_url: url, reference: 'reference-1' } };
const refusal = (status: number, code: ErrorCode) =>
  new CallError(status, code, { code, message: code });
const previous = (send: ReturnType<typeof vi.fn>, time: number) =>
  send.mock.calls[time]?.[0].headers['previous-attempts'];
const key = (send: ReturnType<typeof vi.fn>, time: number) =>
  send.mock.calls[time]?.[0].headers['idempotency-key'];

beforeEach(() => {
  cleanTestStorage();
  $payments.set(NO_PAYMENTS);
  endAttempt();
  listExtensions(...LISTED);
});
afterEach(() => vi.unstubAllGlobals());

it('sends the prices that the shopper saw, as the contract requires', () => {
  const body = initializeBody(order);
  expect(z.parse(schema, body)).toEqual(body);
  expect(body).toMatchObject({
    totalAmount: 3800.8,
    shippingFee: 3500.5,
    shippingLocation: 'Lekki',
  });
  expect(body.shippingInfo).not.toHaveProperty('shippingLocation');
  listExtensions();
  expect(initializeBody(order)).not.toHaveProperty('shippingLocation');
});

it('sends code and discount as the shopper saw them, and remembers what is left to pay', async () => {
  const promotion = { discount: 380.08, code: 'TEN' };
  const send = vi.fn().mockResolvedValue(answer);
  await pay({ ...order, promotion }, send, 0);
  const [{ body }] = send.mock.calls[0] ?? [];
  expect(z.parse(schema, body)).toMatchObject({ ...promotion, totalAmount: 3800.8 });
  expect($payments.get().begun).toMatchObject([{ total: 3420.72 }]);
  // Another discount is another order.
  await pay({ ...order, promotion: { discount: 380.08 } }, send, 0);
  expect(key(send, 1)).not.toBe(key(send, 0));
});

it('sends the words of a campaign if the backend takes them, and they change no attempt', async () => {
  const send = vi.fn().mockRejectedValue(new CallError('TIMEOUT_ERROR', ''));
  const campaign = { source: 'instagram' };
  await pay({ ...order, campaign }, send, 0);
  listExtensions(...LISTED, 'payment.campaign');
  await pay({ ...order, campaign }, send, 0);
  await pay({ ...order, campaign: { source: 'newsletter' } }, send, 0);
  await pay({ ...order, campaign: {} }, send, 0);
  const sent = send.mock.calls.map(([{ body }]) => body.campaign);
  expect(sent).toEqual([undefined, campaign, { source: 'newsletter' }, undefined]);
  expect(new Set([0, 1, 2, 3].map((time) => key(send, time))).size).toBe(1);
});

it('sends the picture without the mark of its renditions', () => {
  const items = [{ ...oud, image: marked('https://pictures.example/oud.jpg', '0a1b2c') }];
  const body = initializeBody({ ...order, cart: { id: 'cart-1', items } });
  expect(body.items[0]?.image).toBe('https://pictures.example/oud.jpg');
});

it('stores the reference and its cart before the shopper leaves', async () => {
  const send = vi.fn().mockResolvedValue(answer);
  expect(await pay(order, send, 7)).toEqual({ kind: 'redirect', url });
  expect($payments.get().begun).toMatchObject([
    { reference: 'reference-1', page: url, cart: 'cart-1', quantities: { oud: 3 }, begunAt: 7 },
  ]);
});

it('keeps the key if the outcome of the request is unknown, and takes a new one after a refusal', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(new CallError('TIMEOUT_ERROR', ''))
    .mockRejectedValueOnce(refusal(502, 'payment_unavailable'))
    .mockRejectedValueOnce(refusal(422, 'shipping_place_unknown'))
    .mockResolvedValueOnce(answer);
  for (let time = 0; time < 4; time++) await pay(order, send, 0);
  expect(key(send, 0)).toMatch(/^[\w-]{16,100}$/);
  expect(key(send, 1)).toBe(key(send, 0));
  expect(key(send, 2)).toBe(key(send, 0));
  expect(key(send, 3)).not.toBe(key(send, 0));
});

it('shows what she can choose instead, if the shop says so', () => {
  const error = refusal(502, 'payment_unavailable');
  expect(advice(error, true)).toMatch(/^Paystack does not answer/);
  if (error.body) error.body.fields = { way: 'Choose another way.' };
  expect(advice(error, true)).toBe('Choose another way.');
});

it('starts again by itself if the key belongs to an order that has ended', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(refusal(409, 'attempt_reused'))
    .mockResolvedValueOnce(answer);
  expect((await pay(order, send, 0)).kind).toBe('redirect');
  expect(key(send, 1)).not.toBe(key(send, 0));
});

describe('an order that is changed before it is paid', () => {
  beforeEach(() => void listExtensions(...LISTED, 'payment.previousAttempts'));
  const changed = (phone: string) => ({ ...order, form: { ...form, phone } });

  it('names the attempts that it replaces, the newest first', async () => {
    const send = vi.fn().mockResolvedValue(answer);
    for (const phone of ['1', '2', '3']) await pay(changed(phone), send, 0);
    expect(previous(send, 0)).toBeUndefined();
    expect(previous(send, 1)).toBe(key(send, 0));
    expect(previous(send, 2)).toBe(`${key(send, 1)},${key(send, 0)}`);
    for (let phone = 4; phone < 10; phone++) await pay(changed(`${phone}`), send, 0);
    expect(previous(send, 8).split(',')).toHaveLength(KEPT_ATTEMPTS);
    expect(KEPT_ATTEMPTS).toBe(PREVIOUS_ATTEMPTS);
  });

  it('names one whose answer never came, and none that was refused', async () => {
    const send = vi
      .fn()
      .mockRejectedValueOnce(new CallError('TIMEOUT_ERROR', ''))
      .mockRejectedValueOnce(refusal(409, 'cart_changed'))
      .mockResolvedValueOnce(answer);
    for (const phone of ['1', '2', '3']) await pay(changed(phone), send, 0);
    expect(previous(send, 1)).toBe(key(send, 0));
    expect(previous(send, 2)).toBe(key(send, 0));
  });

  it('names none after the payment has ended, and none to a backend without the extension', async () => {
    const send = vi.fn().mockResolvedValue(answer);
    await pay(changed('1'), send, 0);
    listExtensions(...LISTED);
    await pay(changed('2'), send, 0);
    expect(previous(send, 1)).toBeUndefined();
    listExtensions(...LISTED, 'payment.previousAttempts');
    settlePayment('reference-1', 'paid', 3800.8);
    await pay(changed('3'), send, 0);
    expect(previous(send, 2)).toBeUndefined();
  });

  it('is still named when the order that it replaced ends', async () => {
    const second = { data: { authorization_url: url, reference: 'reference-2' } };
    const send = vi.fn().mockResolvedValueOnce(answer).mockResolvedValue(second);
    await pay(changed('1'), send, 0);
    await pay(changed('2'), send, 0);
    settlePayment('reference-1', 'cancelled');
    await pay(changed('3'), send, 0);
    expect(previous(send, 2)).toBe(`${key(send, 1)},${key(send, 0)}`);
    settlePayment('reference-2', 'failed');
    await pay(changed('4'), send, 0);
    expect(previous(send, 3)).toBeUndefined();
  });

  it.each(['already_paid', 'payment_under_way'] as const)(
    '%s leads to the page of that payment',
    async (code) => {
      const body = { code, message: 'Paid', reference: 'reference-1' };
      const send = vi.fn().mockRejectedValue(new CallError(409, '', body));
      expect(await pay(order, send, 0)).toEqual({
        kind: 'redirect',
        url: '/payment/callback?reference=reference-1',
      });
      const odd = { ...body, reference: 'javascript:alert(1)' };
      const evil = vi.fn().mockRejectedValue(new CallError(409, '', odd));
      expect((await pay(order, evil, 0)).kind).toBe('failed');
    },
  );
});

it('a limit says how long to wait', () => {
  const body = {
    code: 'rate_limited',
    message: 'Try again in 7 minutes.',
    retryAfter: 400,
  } as const;
  expect(advice(new CallError(429, '', body), true)).toBe(
    'Try again in 7 minutes. Nothing was charged. Everything you typed is kept.',
  );
});

it('a way to pay that this order cannot take, and a cap on orders, are said in the shop’s words', () => {
  const way = 'Please choose another way to pay for this order';
  const kept = 'Nothing was charged. Everything you typed is kept.';
  const refused = { code: 'validation_failed', message: `${way}.`, fields: { way } } as const;
  expect(advice(new CallError(400, '', refused), true)).toBe(`${way}. ${kept}`);
  const held = { code: 'too_much_held', message: 'You have other orders waiting.' } as const;
  expect(advice(new CallError(429, '', held), true)).toBe(`${held.message} ${kept}`);
});

it('sends no key to a backend that does not know it', async () => {
  const send = vi.fn().mockResolvedValue(answer);
  listExtensions();
  await pay(order, send, 0);
  expect(send.mock.calls[0]?.[0].headers).toEqual({});
});

it('returns the changed figures', async () => {
  const current = { items: [], shippingFee: 1 };
  const error = new CallError(409, '', { code: 'cart_changed', message: '', current });
  expect(await pay(order, vi.fn().mockRejectedValue(error), 0)).toEqual({
    kind: 'changed',
    current,
  });
});

it('stores the attempt of a backend that names no reference', async () => {
  const bare = { data: { authorization_url: url } };
  expect(await pay(order, vi.fn().mockResolvedValue(bare), 7)).toEqual({ kind: 'redirect', url });
  expect($payments.get().begun).toMatchObject([
    { reference: '', page: url, total: 3800.8, cart: 'cart-1', quantities: { oud: 3 } },
  ]);
});

it('a payment that Paystack refuses for good, and a total that is too small, are said in the shop’s words', () => {
  const message = 'Paystack takes no payment below ₦50.';
  const fields = { totalAmount: 'Paystack takes no payment below ₦50' };
  const small = { code: 'validation_failed', message, fields } as const;
  const refused = { code: 'payment_refused', message: 'Paystack does not accept this' } as const;
  const kept = 'Nothing was charged. Everything you typed is kept.';
  expect(advice(new CallError(400, '', small), true)).toBe(`${message} ${kept}`);
  expect(advice(new CallError(422, '', refused), true)).toBe(
    `Paystack does not accept this. ${kept}`,
  );
});

it('another backend’s refusal is said in its own words', () => {
  const said = (kind: number, message: string) =>
    advice(new CallError(kind, '', { message }), false);
  expect(said(400, 'Phone number is not valid')).toBe(
    'Phone number is not valid. Nothing was charged. Everything you typed is kept.',
  );
  expect(said(409, 'Price changed!')).toContain('Price changed! Nothing was charged.');
  expect(said(500, 'Internal server error')).not.toContain('Internal');
  expect(said(401, 'Not authorized, no token')).toBe(
    'The shop wants a login for this. Nothing was charged. Everything you typed is kept. Please log in, then try again.',
  );
});

it('an answer that cannot be read is the shop’s fault', () => {
  const said = advice(new CallError('PARSING_ERROR', ''), false);
  expect(said).toContain('could not be read. That is a fault of the shop.');
  expect(said).toContain('Nothing was charged.');
  expect(said).not.toMatch(/connection|reached/);
});

it('opens pages of the payment hosts only', async () => {
  const evil = { data: { authorization_url: 'https://evil.example/x', reference: 'reference-1' } };
  expect((await pay(order, vi.fn().mockResolvedValue(evil), 0)).kind).toBe('failed');
  expect($payments.get().begun).toEqual([]);
});
