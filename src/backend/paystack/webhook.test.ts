import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWebhook } from './webhook.ts';

const KEY = 'sk_test_ọjà';
const sign = (body: string | Uint8Array) => createHmac('sha512', KEY).update(body).digest('hex');

test('reads a signed event as text or bytes, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (note, metadata) => {
      const body = JSON.stringify({
        event: 'charge.success',
        data: { reference: 'order-1', note, metadata },
      });
      const bytes = new TextEncoder().encode(body);
      const value = { event: 'charge.success', reference: 'order-1' };
      expect(readWebhook(KEY, bytes, sign(bytes))).toMatchObject({ ok: true, value });
      expect(readWebhook(KEY, body, sign(bytes))).toMatchObject({ ok: true, value });
    }),
  );
});

test('the signature covers the bytes, not their meaning', () => {
  const body = '{"event":"charge.success","data":{"reference":"order-1","note":"Ọ̀ṣun 🌸"}}';
  const same = JSON.stringify(JSON.parse(body), null, 1);
  expect(readWebhook(KEY, same, sign(body))).toMatchObject({
    ok: false,
    refusal: { code: 'bad_signature' },
  });
  const composed = body.normalize('NFC');
  expect(composed).not.toBe(body.normalize('NFD'));
  expect(readWebhook(KEY, body.normalize('NFD'), sign(composed)).ok).toBe(false);
});

const good = '{"event":"charge.success","data":{"reference":"order-1"}}';
test.each([
  ['none', undefined],
  ['empty', ''],
  ['not hex', 'z'.repeat(128)],
  ['cut', sign(good).slice(0, 126)],
  ['too long', `${sign(good)}00`],
  ['one digit off', sign(good).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))],
  ['with another key', createHmac('sha512', 'other').update(good).digest('hex')],
  ['SHA-256', createHmac('sha256', KEY).update(good).digest('hex')],
])('refuses a signature that is %s', (_, signature) => {
  expect(readWebhook(KEY, good, signature)).toMatchObject({
    ok: false,
    refusal: { code: 'bad_signature' },
  });
});

test.each([
  ['broken JSON', '{"event":'],
  ['no event', '{"data":{"reference":"x"}}'],
  ['an array', '[1]'],
  ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22])],
])('refuses a signed body with %s', (_, body) => {
  expect(readWebhook(KEY, body, sign(body))).toMatchObject({
    ok: false,
    refusal: { code: 'bad_body' },
  });
});

test.each([
  '{"event":"customeridentification.success","data":{"customer_id":1}}',
  '{"event":"charge.success"}',
  '{"event":"charge.success","data":null}',
  '{"event":"charge.success","data":{"reference":7}}',
])('reads an event without a transaction: %s', (body) => {
  expect(readWebhook(KEY, body, sign(body))).toMatchObject({
    ok: true,
    value: { reference: null },
  });
});

const read = (event: string, data: object) => {
  const body = JSON.stringify({ event, data });
  const outcome = readWebhook(KEY, body, sign(body));
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return outcome.value;
};

test('a refund names its payment in transaction_reference, and its amount may be text', () => {
  const data = { transaction_reference: 'order-1', refund_reference: 'TRF_1', currency: 'NGN' };
  const processed = read('refund.processed', { ...data, status: 'processed', amount: '5000' });
  expect(processed).toMatchObject({
    reference: 'order-1',
    refund: { status: 'done', reference: 'TRF_1', amount: 5000, currency: 'NGN' },
  });
  expect(read('refund.failed', { ...data, status: 'failed', amount: 5000 }).refund).toMatchObject({
    amount: 5000,
  });
  for (const amount of ['5000.5', -1, 1.5, '', null, {}]) {
    expect(read('refund.failed', { ...data, status: 'failed', amount }).refund).toBeNull();
  }
});

test('a dispute names its payment inside its transaction', () => {
  const transaction = { id: 1, reference: 'order-1' };
  const data = { id: 358950, status: 'resolved', resolution: 'declined', dueAt: 'soon' };
  expect(read('charge.dispute.resolve', { ...data, transaction, currency: 'NGN' })).toMatchObject({
    reference: 'order-1',
    dispute: { id: '358950', state: 'kept', resolution: 'declined', amount: null, dueAt: null },
  });
});

test('events are told apart by their object and its state, and else by their content', () => {
  const pending = { transaction_reference: 'order-1', amount: '5000', status: 'pending' };
  const keys = [
    read('refund.pending', pending),
    read('refund.pending', { ...pending, transaction_reference: 'order-2' }),
    read('refund.pending', { ...pending, amount: '6000' }),
    read('refund.pending', { ...pending, refund_reference: 'TRF_1' }),
    read('refund.pending', { ...pending, status: 'processing' }),
    read('charge.success', { id: 7, reference: 'order-1', status: 'success' }),
    read('invoice.create', { customer: 1 }),
    read('invoice.create', { customer: 2 }),
  ].map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys[5]).toBe('7 success');
  expect(read('refund.pending', { ...pending, processor: 'x' }).key).toBe(keys[0]);
});
