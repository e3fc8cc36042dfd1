import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPaymentPage } from './payment-page.ts';

const HOSTS = 'checkout.paystack.com, 127.0.0.1:4322';

it.each(['https://checkout.paystack.com/abc', 'http://127.0.0.1:4322/abc'])('goes to %s', (url) => {
  expect(isPaymentPage(url, HOSTS)).toBe(true);
});

it.each([
  'http://checkout.paystack.com/abc',
  'https://checkout.paystack.com:8443/abc',
  'https://checkout.paystack.com.evil.example/abc',
  'https://evil.example/checkout.paystack.com',
  'https://checkout.paystack.com@evil.example/',
  'https://shopper@checkout.paystack.com/',
  'http://127.0.0.1:4321/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//checkout.paystack.com/x',
  '/x',
  '',
])('goes not to %j', (url) => {
  expect(isPaymentPage(url, HOSTS)).toBe(false);
});

it('refuses every page if no host is set', () => {
  fc.assert(fc.property(fc.webUrl(), (url) => !isPaymentPage(url, '')));
});
