import { expect, test } from 'vitest';
import { offeredWays, pageOf } from './ways.ts';

const offered = (...listed: string[]) => offeredWays((name) => listed.includes(name));

test('a backend that lists no way to pay gets the page of the provider alone', () => {
  expect(offered()).toEqual(['paystack']);
  expect(offered('payment.ways')).toEqual(['paystack']);
  expect(offered('payment.transfer')).toEqual(['paystack']);
});

test('a way is offered once its extension is listed beside that of the choice', () => {
  expect(offered('payment.ways', 'payment.transfer')).toEqual(['paystack', 'transfer']);
  expect(offered('payment.ways', 'payment.bank')).toEqual(['paystack', 'bank']);
  expect(offered('payment.ways', 'payment.delivery')).toEqual(['paystack', 'delivery']);
});

test('a shop may have the page of either provider, or both', () => {
  expect(offered('payment.flutterwave')).toEqual(['flutterwave']);
  expect(offered('payment.ways', 'payment.flutterwave', 'payment.bank')).toEqual([
    'flutterwave',
    'bank',
  ]);
  expect(offered('payment.ways', 'payment.paystack', 'payment.flutterwave')).toEqual([
    'paystack',
    'flutterwave',
  ]);
});

test('the page that takes over is that of the same provider, else the first', () => {
  expect(pageOf(['flutterwave', 'paystack', 'transfer'], 'paystack')).toBe('paystack');
  expect(pageOf(['bank', 'flutterwave'], 'paystack')).toBe('flutterwave');
  expect(pageOf(['flutterwave', 'paystack'], 'bank')).toBe('flutterwave');
});
