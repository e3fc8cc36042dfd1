import { expect, test } from 'vitest';
import { offeredWays } from './ways.ts';

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
