import { expect, it } from 'vitest';
import { readApiSettings } from './api-settings.ts';

const PRODUCTION = {
  SHOP_MODE: 'production',
  DATABASE_URL: 'postgres://127.0.0.1/turare',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

it('listens on this machine alone and drains only in production, unless a setting says otherwise', () => {
  expect(readApiSettings({})).toMatchObject({ host: '127.0.0.1', port: 4320, drainMs: 0 });
  expect(readApiSettings(PRODUCTION)).toMatchObject({ drainMs: 10_000 });
  const env = { ...PRODUCTION, HOST: '0.0.0.0', PORT: '8080', DRAIN_SECONDS: '30' };
  expect(readApiSettings(env)).toMatchObject({ host: '0.0.0.0', port: 8080, drainMs: 30_000 });
  expect(readApiSettings({ ...env, API_PORT: '4340', API_HOST: '::1' })).toMatchObject({
    host: '::1',
    port: 4340,
  });
});

it('names every fault at once', () => {
  const { DATABASE_URL, ...rest } = PRODUCTION;
  const env = { ...rest, HOST: 'all of them', PORT: 'http', DRAIN_SECONDS: '-1' };
  expect(() => readApiSettings(env)).toThrow(
    [
      'Some settings are wrong:',
      '  HOST must be an address to listen on, such as 127.0.0.1, or 0.0.0.0 for all',
      '  PORT must be a port number from 1 to 65534',
      '  DRAIN_SECONDS must be a whole number from 0 to 300',
      '  DATABASE_URL is needed in production: the PostgreSQL that all processes share',
    ].join('\n'),
  );
  expect(() => readApiSettings({ ...env, SITE_URL: 'shop' })).toThrow(
    /PORT must be[\s\S]*SITE_URL must be a web address/,
  );
});
