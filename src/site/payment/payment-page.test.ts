import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPaymentPage } from './payment-page.ts';

const HOSTS = 'checkout.paystack.com, 127.0.0.1:4322';
const SITE = 'https://shop.example';

it.each([
  'https://checkout.paystack.com/abc',
  'http://127.0.0.1:4322/abc',
  `${SITE}/payment/callback?reference=TRR-1`,
])('goes to %s', (url) => {
  expect(isPaymentPage(url, HOSTS, SITE)).toBe(true);
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
  `${SITE}/checkout`,
  `${SITE}/payment/callback/../../x`,
  'https://shopper@shop.example/payment/callback',
  '',
])('goes not to %j', (url) => {
  expect(isPaymentPage(url, HOSTS, SITE)).toBe(false);
});

it('refuses every page if no host is set', () => {
  fc.assert(fc.property(fc.webUrl(), (url) => !isPaymentPage(url, '', SITE)));
});
