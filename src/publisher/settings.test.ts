import { expect, it } from 'vitest';
import { readPublisherSettings } from './settings.ts';

const SITE_URL = 'https://shop.example';

it('takes the slash off the end of both API addresses, and keeps a prefix', () => {
  const { site } = readPublisherSettings({
    SITE_URL,
    API_URL: 'https://example.com/shop/',
    PUBLIC_API_URL: 'https://api.example.com/',
  });
  expect(site).toMatchObject({
    API_URL: 'https://example.com/shop',
    PUBLIC_API_URL: 'https://api.example.com',
  });
});

it('names each API address that cannot be used', () => {
  const read = () =>
    readPublisherSettings({
      SITE_URL,
      API_URL: 'localhost:4000',
      PUBLIC_API_URL: 'https://a.b/?c',
    });
  expect(read).toThrow(
    "API_URL must begin with http:// or https://, and 'localhost:4000' does not",
  );
  expect(read).toThrow('PUBLIC_API_URL must end with its path');
});

it('refuses addresses without https for a shop in production', () => {
  const env = { API_URL: 'http://10.0.0.5:4320', SITE_URL, PUBLIC_API_URL: 'http://api.example' };
  expect(() => readPublisherSettings({ ...env, SHOP_MODE: 'production' })).toThrow(
    /^Some settings are wrong:\n {2}PUBLIC_API_URL must begin with https[^\n]*$/,
  );
  expect(readPublisherSettings(env).site.PUBLIC_API_URL).toBe('http://api.example');
});

it('reads how often the catalogue is compared, and names the setting when it is wrong', () => {
  const read = (poll: string) =>
    readPublisherSettings({ API_URL: 'https://api.example', SITE_URL, PUBLISHER_POLL: poll });
  expect(read('90s').pollMs).toBe(90_000);
  expect(read('').pollMs).toBeUndefined();
  expect(() => read('often')).toThrow(
    "PUBLISHER_POLL is 'often' and must be a number with s, m or h",
  );
});
