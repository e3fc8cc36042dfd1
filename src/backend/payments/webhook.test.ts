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
      expect(readWebhook(KEY, bytes, sign(bytes))).toEqual({ ok: true, value });
      expect(readWebhook(KEY, body, sign(bytes))).toEqual({ ok: true, value });
    }),
  );
});

test('the signature covers the bytes, not their meaning', () => {
  const body = '{"event":"charge.success","data":{"reference":"order-1","note":"Ọ̀ṣun 🌸"}}';
  const same = JSON.stringify(JSON.parse(body), null, 1);
  expect(readWebhook(KEY, same, sign(body))).toMatchObject({ ok: false, code: 'bad_signature' });
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
  expect(readWebhook(KEY, good, signature)).toMatchObject({ ok: false, code: 'bad_signature' });
});

test.each([
  ['broken JSON', '{"event":'],
  ['no event', '{"data":{"reference":"x"}}'],
  ['an array', '[1]'],
  ['bytes that are not UTF-8', Uint8Array.from([0x22, 0xff, 0xfe, 0x22])],
])('refuses a signed body with %s', (_, body) => {
  expect(readWebhook(KEY, body, sign(body))).toMatchObject({ ok: false, code: 'bad_body' });
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
