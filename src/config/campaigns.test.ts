import { expect, it } from 'vitest';
import { shopFile } from './shop-schema.ts';

const read = (campaigns: unknown) => shopFile.shape.campaigns.safeParse(campaigns);

it('each feed has campaign words of its own, unless the shop says others or none', () => {
  expect(read(undefined).data?.google).toMatch(/^utm_source=google&/);
  expect(read({ google: '' }).data).toEqual({ ...read({}).data, google: '' });
  expect(read({ meta: 'utm_source=ig&utm_campaign=black%20friday' }).success).toBe(true);
});

it.each([
  'utm_source=a&',
  '?utm_source=a',
  'utm_source',
  'utm_source=a b',
  'utm_source=a#top',
  'utm_source="><script>',
  'x'.repeat(400),
])('refuses %j, which would make a broken link', (google) => {
  expect(read({ google }).success).toBe(false);
});
