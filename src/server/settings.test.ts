import { expect, it } from 'vitest';
import { readSiteSettings } from './settings.ts';

it('serves the folder of the publisher', () => {
  const env = {
    SITE_URL: 'https://shop.example',
    PUBLISH_DIR: '/srv/site',
    API_URL: 'http://api/',
  };
  expect(readSiteSettings(env)).toEqual({
    host: '127.0.0.1',
    port: 4321,
    folder: '/srv/site',
    siteUrl: 'https://shop.example',
    apiUrl: 'http://api',
  });
});

it('names every fault at once', () => {
  expect(() => readSiteSettings({ PORT: '0', API_URL: 'api' })).toThrow(
    [
      'Some settings are wrong:',
      '  PORT must be a port number from 1 to 65534',
      '  SITE_URL must be the address that shoppers open, such as https://turare.ng',
      "  API_URL must begin with http:// or https://, and 'api' does not",
    ].join('\n'),
  );
});
