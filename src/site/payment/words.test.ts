import { expect, it } from 'vitest';
import { listExtensions } from '#site/client/extensions.harness.ts';
import { wordsOf } from './words.ts';

it.each([
  [[], 'Paystack has not'],
  [['payment.paystack'], 'Paystack has not'],
  [['payment.flutterwave'], 'Flutterwave has not'],
  [['payment.paystack', 'payment.flutterwave'], 'The payment provider has not'],
] as const)('a shop with %o says: %s', (extensions, words) => {
  listExtensions(...extensions);
  expect(wordsOf({}).waiting('your payment')).toContain(words);
  expect(wordsOf({ ownAccount: true }).waiting('it')).toContain('our bank account');
});
