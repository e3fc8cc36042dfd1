import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { shop } from '#config/shop.ts';
import { readPlace, readSettings, SettingsError } from './settings.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://turare.example/',
  PAYSTACK_SECRET_KEY: 'sk_live_something',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtps://user:password@mail.example',
  MERCHANT_EMAIL: 'orders@turare.example',
};

describe('settings', () => {
  it('needs no settings in development: the local site and the sandbox', () => {
    expect(readSettings({})).toMatchObject({
      SHOP_MODE: 'development',
      SITE_URL: 'http://127.0.0.1:4321',
      PAYSTACK_URL: 'http://127.0.0.1:4322',
      PAYSTACK_PAGE_HOSTS: ['127.0.0.1:4322'],
      RESERVATION_MINUTES: 60,
      CORS_ORIGINS: [],
      DATA_DIR: resolve('.data'),
      MERCHANT_EMAIL: shop.email,
    });
  });

  it('uses Paystack in production', () => {
    expect(readSettings(PRODUCTION)).toMatchObject({
      SITE_URL: 'https://turare.example',
      PAYSTACK_URL: 'https://api.paystack.co',
      PAYSTACK_PAGE_HOSTS: ['checkout.paystack.com'],
    });
  });

  it('names every setting that production lacks', () => {
    const read = () => readSettings({ SHOP_MODE: 'production', SITE_URL: '' });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(/SITE_URL is needed in production.*\n.*PAYSTACK_SECRET_KEY is needed/);
    expect(read).toThrow(/MERCHANT_EMAIL is needed in production/);
  });

  it.each([readSettings, readPlace])('a direct address needs one for calls: %o', (read) => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://127.0.0.1/turare' };
    expect(() => read(direct)).toThrow(/DATABASE_URL is needed with DATABASE_DIRECT_URL/);
    expect(read({ ...direct, DATABASE_URL: 'postgres://127.0.0.1:6432/turare' })).toMatchObject(
      direct,
    );
  });

  it('names every fault in one message', () => {
    const read = () =>
      readSettings({
        SHOP_MODE: 'live',
        DATABASE_URL: 'mysql://x',
        SITE_URL: 'turare.ng',
        RESERVATION_MINUTES: '0',
        CORS_ORIGINS: 'https://ok.example, nonsense',
      });
    expect(read).toThrow(
      /^Some settings are wrong:\n {2}SHOP_MODE .*\n {2}DATABASE_URL .*\n {2}SITE_URL .*\n {2}RESERVATION_MINUTES .*\n {2}CORS_ORIGINS/,
    );
  });

  it.each([
    [{ PUBLISHER_URL: 'turare.ng' }, /PUBLISHER_URL must be a web address/],
    [{ PUBLISHER_URL: 'https://p.example/publish' }, /PUBLISHER_SECRET is needed/],
    [
      { PUBLISHER_URL: 'https://p.example/publish', PUBLISHER_SECRET: 'short' },
      /PUBLISHER_SECRET must have at least 32/,
    ],
    [
      {
        PUBLISHER_URL: 'http://p.example/publish',
        PUBLISHER_SECRET: 's'.repeat(32),
        PUBLISHER_TOKEN: 't',
      },
      /PUBLISHER_URL must be https/,
    ],
    [{ PUBLISHER_URL: 'https://api.github.com/repos/a/b/dispatches' }, /PUBLISHER_TOKEN is needed/],
    [
      { PUBLISHER_URL: 'https://api.github.com/repos/a/b', PUBLISHER_TOKEN: 't' },
      /PUBLISHER_URL must be https:\/\/api.github.com/,
    ],
  ])('refuses %j', (env, fault) => {
    expect(() => readSettings(env)).toThrow(fault);
  });

  it.each([
    [
      { PAYSTACK_SECRET_KEY: 'sk_test_turare_sandbox' },
      /PAYSTACK_SECRET_KEY is the key of the payment sandbox/,
    ],
    [
      { PAYSTACK_SECRET_KEY: 'sk_test_of_ours' },
      /PAYSTACK_SECRET_KEY is a test key.*TEST_PAYMENTS=yes/,
    ],
    [{ PAYSTACK_SECRET_KEY: 'something' }, /PAYSTACK_SECRET_KEY must begin with sk_live_/],
    [{ ORDER_SEAL_KEY: '' }, /ORDER_SEAL_KEY is needed with live payments/],
    [{ ORDER_SEAL_KEY: ' , ' }, /ORDER_SEAL_KEY is needed with live payments/],
    [
      { ORDER_SEAL_KEY: `${'a'.repeat(32)}, short` },
      /ORDER_SEAL_KEY must have at least 32 characters/,
    ],
    [{ TEST_PAYMENTS: 'yes' }, /TEST_PAYMENTS is yes, but PAYSTACK_SECRET_KEY is a live key/],
    [{ TEST_PAYMENTS: 'true' }, /TEST_PAYMENTS must be yes or no/],
    [{ PAYSTACK_URL: 'HTTP://127.0.0.1:4322' }, /PAYSTACK_URL must begin with https/],
    [
      { PAYSTACK_URL: 'https://paystack.example' },
      /PAYSTACK_URL must be https:\/\/api.paystack.co/,
    ],
    [{ SITE_URL: 'http://turare.ng' }, /SITE_URL must begin with https/],
    [{ CORS_ORIGINS: 'https://a.example,http://b.example' }, /CORS_ORIGINS must begin with https/],
  ])('refuses %j in production', (env, fault) => {
    expect(() => readSettings({ ...PRODUCTION, ...env })).toThrow(fault);
  });

  it.each([
    [
      { PAYSTACK_SECRET_KEY: 'sk_live_x1234' },
      /PAYSTACK_SECRET_KEY is a live key: set SHOP_MODE=production/,
    ],
    [{ SITE_URL: 'https://turare.ng' }, /SITE_URL is a public address.*SHOP_MODE=production/],
    [{ SITE_URL: 'http://102.89.1.1' }, /SITE_URL is a public address/],
  ])('refuses %j outside production', (env, fault) => {
    expect(() => readSettings(env)).toThrow(fault);
  });

  it('takes a test key in production if TEST_PAYMENTS says so, also for another address', () => {
    const trial = { ...PRODUCTION, PAYSTACK_SECRET_KEY: 'sk_test_of_ours', TEST_PAYMENTS: 'yes' };
    expect(readSettings(trial)).toMatchObject({ TEST_PAYMENTS: 'yes' });
    const elsewhere = { ...trial, PAYSTACK_URL: 'https://paystack.example' };
    expect(readSettings(elsewhere)).toMatchObject({ PAYSTACK_URL: 'https://paystack.example' });
  });

  const BOTH = {
    ...PRODUCTION,
    PAYMENT_WAYS: 'paystack,flutterwave',
    FLUTTERWAVE_SECRET_KEY: 'FLWSECK-something-X',
    FLUTTERWAVE_WEBHOOK_HASH: 'a secret hash',
  };
  const NO_PAYSTACK = { ...BOTH, PAYMENT_WAYS: 'flutterwave', PAYSTACK_SECRET_KEY: '' };

  it('uses Flutterwave where a way says so, beside Paystack or without it', () => {
    expect(readSettings(BOTH)).toMatchObject({
      FLUTTERWAVE_URL: 'https://api.flutterwave.com/v3',
      FLUTTERWAVE_PAGE_HOSTS: ['checkout.flutterwave.com', 'api.flutterwave.com'],
    });
    expect(readSettings(NO_PAYSTACK)).toMatchObject({
      PAYSTACK_SECRET_KEY: '',
      PAYSTACK_PAGE_HOSTS: [],
    });
    expect(readSettings({})).toMatchObject({
      FLUTTERWAVE_SECRET_KEY: '',
      FLUTTERWAVE_PAGE_HOSTS: [],
    });
    expect(readSettings({ PAYMENT_WAYS: 'flutterwave' })).toMatchObject({
      PAYSTACK_SECRET_KEY: '',
      FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-turare-sandbox-X',
      FLUTTERWAVE_URL: 'http://127.0.0.1:4322/v3',
      FLUTTERWAVE_PAGE_HOSTS: ['127.0.0.1:4322'],
      FLUTTERWAVE_WEBHOOK_HASH: '',
    });
  });

  it.each([
    [{ FLUTTERWAVE_SECRET_KEY: '' }, /FLUTTERWAVE_SECRET_KEY is needed in production/],
    [{ FLUTTERWAVE_WEBHOOK_HASH: '' }, /FLUTTERWAVE_WEBHOOK_HASH is needed in production/],
    [{ FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-ours-X' }, /FLUTTERWAVE_SECRET_KEY is a test key/],
    [
      { FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-turare-sandbox-X' },
      /FLUTTERWAVE_SECRET_KEY is the key of the payment sandbox/,
    ],
    [{ FLUTTERWAVE_SECRET_KEY: 'sk_live_something' }, /must begin with FLWSECK-/],
    [
      { FLUTTERWAVE_URL: 'https://api.other.example/v3' },
      /FLUTTERWAVE_URL must be https:\/\/api.flutterwave.com\/v3 with a live key/,
    ],
    [{ FLUTTERWAVE_URL: 'http://api.flutterwave.com/v3' }, /FLUTTERWAVE_URL must begin with https/],
    [{ TEST_PAYMENTS: 'yes' }, /TEST_PAYMENTS is yes, but FLUTTERWAVE_SECRET_KEY is a live key/],
    [{ ORDER_SEAL_KEY: '' }, /ORDER_SEAL_KEY is needed with live payments/],
    [{ SHOP_MODE: 'development' }, /FLUTTERWAVE_SECRET_KEY is a live key: set SHOP_MODE/],
    [{ PAYMENT_WAYS: 'bank' }, /PAYMENT_WAYS must have paystack or flutterwave/],
    [{ PAYMENT_WAYS: 'flutterwave,transfer' }, /PAYMENT_WAYS must have paystack with transfer/],
  ])('refuses %o beside Flutterwave', (change, fault) => {
    expect(() => readSettings({ ...NO_PAYSTACK, ...change })).toThrow(fault);
  });

  it('puts no secret into a fault', () => {
    const read = () => readSettings({ PUBLISHER_URL: 'https://x/hook', PUBLISHER_SECRET: 'hush' });
    expect(read).toThrow(expect.objectContaining({ message: expect.not.stringContaining('hush') }));
  });

  it.each([
    { PUBLISHER_URL: 'http://127.0.0.1:4323/publish', PUBLISHER_SECRET: 's'.repeat(32) },
    { PUBLISHER_URL: 'https://api.github.com/repos/a/b/dispatches', PUBLISHER_TOKEN: 't' },
    { PUBLISHER_URL: '', PUBLISHER_SECRET: 's'.repeat(32) },
  ])('accepts %j', (env) => {
    expect(readSettings(env)).toMatchObject({ SHOP_MODE: 'development' });
  });

  it('treats an empty setting as absent', () => {
    expect(readSettings({ RESERVATION_MINUTES: '', DATABASE_URL: '' })).toMatchObject({
      RESERVATION_MINUTES: 60,
    });
  });
});
