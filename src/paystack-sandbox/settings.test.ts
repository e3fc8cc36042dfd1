import { expect, test } from 'vitest';
import { readSandboxSettings } from './settings.ts';

test('works without any setting', () => {
  expect(readSandboxSettings({ SANDBOX_PORT: '', SANDBOX_WEBHOOK_URL: '' })).toMatchObject({
    port: 4322,
    publicUrl: 'http://127.0.0.1:4322',
    secretKey: expect.stringMatching(/^sk_test_/),
    webhookUrl: undefined,
  });
});

test('names all faults at once', () => {
  const env = {
    SANDBOX_PORT: 'x',
    PAYSTACK_SECRET_KEY: 'sk_live_x',
    SANDBOX_URL: 'pay.shop.example',
    SANDBOX_WEBHOOK_URL: '/hook',
    SHOP_MODE: 'production',
  };
  expect(() => readSandboxSettings(env)).toThrow(
    /SANDBOX_PORT.*\n.*live key.*\n.*SANDBOX_URL.*\n.*SANDBOX_WEBHOOK_URL.*\n.*SHOP_MODE/,
  );
});
