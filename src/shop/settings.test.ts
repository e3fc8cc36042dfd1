import { expect, it } from 'vitest';
import { readShopSettings } from './settings.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://turare.example',
  PAYSTACK_SECRET_KEY: 'sk_live_something',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtps://user:password@mail.example',
  MERCHANT_EMAIL: 'orders@turare.example',
};

it('uses the sandbox on the next port outside production', () => {
  expect(readShopSettings({ PORT: '5000' }).backend).toMatchObject({
    SITE_URL: 'http://127.0.0.1:5000',
    PAYSTACK_URL: 'http://127.0.0.1:5001',
    PAYSTACK_PAGE_HOSTS: ['127.0.0.1:5001'],
  });
});

it.each(['PUBLIC_API_URL', 'PUBLIC_IMAGE_URL', 'SITE_URL'])(
  'refuses %s without https in production, and names it once',
  (name) => {
    const read = () => readShopSettings({ ...PRODUCTION, [name]: 'http://shop.example' });
    expect(read).toThrow(
      new RegExp(`^Some settings are wrong:\\n  ${name} must begin with https[^\\n]*$`),
    );
  },
);

it('refuses a public address or a live key in a shop that is not in production', () => {
  expect(() => readShopSettings({ SITE_URL: 'https://turare.ng' })).toThrow(/SITE_URL is a public/);
  expect(() => readShopSettings({ PAYSTACK_SECRET_KEY: 'sk_live_something' })).toThrow(
    /^Some settings are wrong:\n {2}PAYSTACK_SECRET_KEY is a live key[^\n]*$/,
  );
});
