import { expect, test } from 'vitest';
import { whyUnpaid } from '#backend/payment-provider/why-unpaid.ts';
import { readRefund, readTransaction } from './answers.ts';
import { parseJson } from './json.ts';

const ours = { reference: 'TRR-1', amountKobo: 4_180_050 };
const verified = (change = {}) =>
  readTransaction(
    parseJson(
      JSON.stringify({
        id: 288_200_108,
        tx_ref: 'TRR-1',
        amount: 41_800.5,
        currency: 'NGN',
        charged_amount: 41_800.5,
        app_fee: 1.4,
        status: 'successful',
        payment_type: 'card',
        created_at: '2026-11-15T14:31:16.000Z',
        customer: { id: 1, name: 'Ada Obi', phone_number: null, email: 'ada@example.com' },
        ...change,
      }),
    ),
  );

test.each<[string, object, ReturnType<typeof whyUnpaid>]>([
  ['as asked', {}, null],
  ['with fees that she bears', { charged_amount: 42_640 }, null],
  [
    'less, although as much was charged',
    { amount: 41_800, charged_amount: 41_800.5 },
    'amount_too_small',
  ],
  ['one kobo short', { amount: 41_800.49 }, 'amount_too_small'],
  ['more', { amount: 50_000 }, null],
  ['dollars', { currency: 'USD' }, 'wrong_currency'],
  ['another order', { tx_ref: 'TRR-2' }, 'wrong_reference'],
  ['a card that waits', { status: 'pending' }, 'not_successful'],
  ['a word that nobody knows', { status: 'completed' }, 'not_successful'],
])('%s', (_, change, why) => {
  const { payment } = verified(change);
  expect(payment && whyUnpaid(payment, ours)).toBe(why);
});

test.each([
  [{ amount: 41_800.505 }],
  [{ amount: null }],
  [{ amount: -1 }],
  [{ id: 'x' }],
  [{ tx_ref: null }],
])('%o cannot be read', (change) => {
  expect(verified(change)).toMatchObject({
    payment: null,
  });
});

test('an unknown word may still become a payment', () => {
  expect(verified({ status: 'completed' })).toMatchObject({
    payment: { state: 'in_flight', word: 'completed', paidAt: null },
  });
});

test.each([
  ['completed', 'done'],
  ['complete', 'done'],
  ['completed-bank-transfer', 'done'],
  ['completed-mpgs', 'done'],
  ['processing', 'processing'],
  ['pending-momo', 'pending'],
  ['new', 'pending'],
  ['failed', 'failed'],
])('a refund that is %s is %s', (status, ours) => {
  const refund = { id: 1, amount_refunded: 6900, status, transaction_id: 5 };
  expect(readRefund(parseJson(JSON.stringify(refund)))).toMatchObject({
    status: ours,
    payment: '5',
  });
});
