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
