import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readWebhook } from './webhook.ts';

const HASH = 'A secret hash';
const bytes = (body: unknown) =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const CHARGE = {
  event: 'charge.completed',
  'event.type': 'CARD_TRANSACTION',
  data: { id: 285_959_875, tx_ref: 'TRR-1', status: 'successful', amount: 100, currency: 'NGN' },
};
const read = (body: unknown, sent: string | null = HASH, hash = HASH) =>
  readWebhook(hash, bytes(body), sent);

describe('the hash of a message', () => {
  it.each([
    ['absent', null],
    ['empty', ''],
    ['of another case', HASH.toLowerCase()],
    ['with a space', `${HASH} `],
    ['shorter', HASH.slice(0, -1)],
    ['another', 'nobody'],
  ])('is refused if it is %s', (_, sent) => {
    expect(read(CHARGE, sent)).toMatchObject({ refusal: { code: 'bad_signature' } });
  });

  it.each([null, '', HASH])('is refused whatever it is if the setting is empty: %s', (sent) => {
    expect(read(CHARGE, sent, '')).toMatchObject({ refusal: { code: 'bad_signature' } });
  });
});

test('a charge names our reference, and a repeated one is the same event', () => {
  const first = read(CHARGE);
  expect(first).toMatchObject({
    value: { about: 'money', reference: 'TRR-1', key: '285959875 successful' },
  });
  expect(read({ ...CHARGE, data: { ...CHARGE.data, amount: 5 } })).toEqual(first);
});

test.each([
  ['a failed try', { ...CHARGE, data: { ...CHARGE.data, status: 'failed' } }],
  ['one that waits', { ...CHARGE, data: { ...CHARGE.data, status: 'pending' } }],
  ['a test of the dashboard', { event: 'test_assess' }],
  ['a transfer of the merchant', { event: 'transfer.completed', data: { id: 1 } }],
  ['a message of v4', { type: 'charge.completed', data: { id: 'chg_1', status: 'succeeded' } }],
  ['an empty object', {}],
])('%s asks nothing', (_, body) => {
  expect(read(body)).toMatchObject({ ok: true, value: { about: 'other', reference: null } });
});

test('a charge without a reference asks nothing', () => {
  const { tx_ref: _, ...data } = CHARGE.data;
  expect(read({ ...CHARGE, data })).toMatchObject({ ok: true, value: { reference: null } });
});

test('the flat message about a refund names the payment by its number', () => {
  const refund = {
    id: 89_074,
    AmountRefunded: 5000.5,
    status: 'completed',
    FlwRef: 'FLW1',
    destination: 'payment_source',
    comments: null,
    settlement_id: 'NEW',
    meta: '{"source":"availablebalance"}',
    TransactionId: 8_784_082,
  };
  expect(read(refund)).toEqual({
    ok: true,
    value: {
      about: 'refund',
      event: 'refund',
      key: '89074 done',
      reference: null,
      providerId: '8784082',
      refund: { status: 'done', reference: null, amount: 500_050, currency: 'NGN' },
      dispute: null,
      transfer: null,
    },
  });
});

test('anything else is refused as a body, and no body throws', () => {
  for (const body of ['', 'no', '[]', '1', 'null', '"x"', '{'])
    expect(read(body)).toMatchObject({ refusal: { code: 'bad_body' } });
  expect(readWebhook(HASH, Buffer.from([0xff, 0xfe]), HASH)).toMatchObject({
    refusal: { code: 'bad_body' },
  });
  fc.assert(
    fc.property(fc.json(), (json) => {
      const news = read(json);
      if (news.ok) expect(news.value.key.length).toBeLessThanOrEqual(200);
    }),
  );
});
