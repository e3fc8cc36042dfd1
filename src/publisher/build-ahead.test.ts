import { expect, test } from 'vitest';
import { aheadByDefault } from './build-ahead.ts';
import { readPublisherSettings } from './settings.ts';

test.each([
  ['2 GB', 'off', 2 * 2 ** 30],
  ['just under 4 GB', 'off', 3.7e9],
  ['4 GB, less what the system keeps', 'on', 3.9e9],
  ['8 GB', 'on', 8 * 2 ** 30],
] as const)('a machine with %s keeps the next build ready: %s', (_, expected, total) => {
  expect(aheadByDefault(total)).toBe(expected);
});

test('a setting wins over the memory of the machine', () => {
  const env = { SITE_URL: 'https://shop.example', API_URL: 'https://shop.example' };
  expect(readPublisherSettings({ ...env, BUILD_AHEAD: 'off' }).ahead).toBe(false);
  expect(readPublisherSettings({ ...env, BUILD_AHEAD: 'on' }).ahead).toBe(true);
  expect(readPublisherSettings(env).ahead).toBe(aheadByDefault() === 'on');
});
