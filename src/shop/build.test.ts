import { expect, it } from 'vitest';
import { buildEnvironment } from './build.ts';
import { readShopSettings } from './settings.ts';

it('a build may be for a public address outside production, because it serves nobody', () => {
  const env = { SITE_URL: 'https://turare.ng', PORT: '5000' };
  expect(() => readShopSettings(env)).toThrow(/SITE_URL is a public address/);
  expect(readShopSettings(buildEnvironment(env)).backend.SITE_URL).toBe('http://127.0.0.1:5000');
});
