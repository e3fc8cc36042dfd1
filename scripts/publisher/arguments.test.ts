import { expect, it } from 'vitest';
import { readPublisherSettings } from '#publisher/settings.ts';
import { readArguments } from './arguments.ts';

it('reads how often serve polls, and refuses what is no duration', () => {
  expect(readArguments(['serve'])).toEqual({ command: 'serve', poll: undefined });
  expect(readArguments(['serve', '--poll', '5m'])).toEqual({ command: 'serve', poll: '5m' });
  expect(() => readArguments(['serve', '--poll', '5'])).toThrow(
    "--poll is '5' and must be a number",
  );
  expect(() => readArguments(['serve', '--poll', ''])).toThrow("--poll is '' and must be a number");
  expect(() => readArguments(['resume', '--poll', '5m'])).toThrow('--poll');
});

it('reads PUBLISHER_POLL, and names it when it is wrong', () => {
  const site = { API_URL: 'https://api.example', SITE_URL: 'https://shop.example' };
  const read = (poll: string) => readPublisherSettings({ ...site, PUBLISHER_POLL: poll });
  expect(read('90s').pollMs).toBe(90_000);
  expect(read('').pollMs).toBeUndefined();
  expect(read('90s').site).toEqual(site);
  expect(() => read('often')).toThrow(
    "PUBLISHER_POLL is 'often' and must be a number with s, m or h",
  );
});
