import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PaymentState, ProviderPayment } from './provider.ts';
import { whyUnpaid } from './why-unpaid.ts';

const STATES: PaymentState[] = ['not_begun', 'in_flight', 'succeeded', 'failed', 'reversed'];

const expected = { reference: 'order-1', amountKobo: 30_050 };
const paid: ProviderPayment = {
  id: '1',
  state: 'succeeded',
  word: 'success',
  reference: 'order-1',
  amountKobo: 30_050,
  requestedAmountKobo: 30_050,
  currency: 'NGN',
  channel: 'card',
  paidAt: '2026-11-21T09:00:00.000Z',
  customer: null,
  metadata: null,
};

test.each<[string, Partial<ProviderPayment>, ReturnType<typeof whyUnpaid>]>([
  ['as asked', {}, null],
  // Paystack's own sample: 40333 = 30050 + 10283 of fees.
  ['with fees that the shopper bears', { amountKobo: 40_333 }, null],
  ['without requested_amount', { requestedAmountKobo: null }, null],
  ['one kobo short', { amountKobo: 30_049 }, 'amount_too_small'],
  [
    'one kobo short, without requested_amount',
    { amountKobo: 30_049, requestedAmountKobo: null },
    'amount_too_small',
  ],
  [
    'a smaller requested amount, paid with fees',
    { requestedAmountKobo: 100 },
    'wrong_requested_amount',
  ],
  [
    'a larger requested amount',
    { requestedAmountKobo: 30_051, amountKobo: 30_051 },
    'wrong_requested_amount',
  ],
  ['dollars', { currency: 'USD' }, 'wrong_currency'],
  ['another order', { reference: 'order-2' }, 'wrong_reference'],
  ['another order that differs in case', { reference: 'ORDER-1' }, 'wrong_reference'],
  ['not a number', { amountKobo: Number.NaN }, 'amount_too_small'],
])('%s', (_, change, verdict) => {
  expect(whyUnpaid({ ...paid, ...change }, expected)).toBe(verdict);
});

test('an order is paid exactly when state, reference, currency and both amounts agree', () => {
  const near = fc.integer({ min: 0, max: 4 });
  const transaction = fc.record({
    state: fc.constantFrom(...STATES),
    reference: fc.constantFrom('order-1', 'order-2', ''),
    currency: fc.constantFrom('NGN', 'USD', 'ngn'),
    amountKobo: near,
    requestedAmountKobo: fc.option(near, { nil: null }),
  });
  fc.assert(
    fc.property(transaction, near, (change, amountKobo) => {
      const asked = change.requestedAmountKobo;
      const should =
        change.state === 'succeeded' &&
        change.reference === 'order-1' &&
        change.currency === 'NGN' &&
        (asked === null || asked === amountKobo) &&
        change.amountKobo >= amountKobo;
      const verdict = whyUnpaid({ ...paid, ...change }, { reference: 'order-1', amountKobo });
      expect(verdict === null).toBe(should);
    }),
    { numRuns: 2000 },
  );
});

test('no amount below what was asked ever pays', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1 }), fc.boolean(), (kobo, short, said) => {
      const change = {
        amountKobo: kobo,
        requestedAmountKobo: said ? kobo + short : null,
      };
      const verdict = whyUnpaid({ ...paid, ...change }, { ...expected, amountKobo: kobo + short });
      expect(verdict).toBe('amount_too_small');
    }),
  );
});
