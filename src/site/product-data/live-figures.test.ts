import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PREVIOUS_ATTEMPTS_HEADER } from '#contract/headers.ts';
import { listExtensions } from '#site/client/extensions.harness.ts';

const asked = vi.fn();
vi.mock('#site/client/ask.ts', () => ({
  ask: async (path: string, _: unknown, init: RequestInit) => {
    asked(path, init.headers);
    return { body: [] };
  },
}));
const kept: Record<string, string> = {};
vi.mock('#site/storage/persistent.ts', async (original) => ({
  ...(await original<object>()),
  device: kept,
}));
const { askLive, ownAttempts } = await import('./live-figures.ts');

const KEY = 'a'.repeat(32);
const EARLIER = '0123456789abcdef0123456789abcdef';
beforeEach(() => {
  asked.mockClear();
  kept['turare:attempt'] = JSON.stringify({
    key: KEY,
    content: '1k3xq9z7abc',
    previous: [EARLIER],
  });
});
afterEach(() => vi.unstubAllGlobals());

it('sends the keys of begun orders in a header, not in the address', async () => {
  listExtensions('live', 'live.own');
  await askLive(['oud', 'a b']);
  expect(asked).toHaveBeenCalledWith('/api/live/own?ids=oud,a%20b', {
    [PREVIOUS_ATTEMPTS_HEADER]: `${KEY},${EARLIER}`,
  });
});

it('sends the common request without begun orders, or if the backend lacks the extension', async () => {
  listExtensions('live', 'live.own');
  delete kept['turare:attempt'];
  await askLive(['oud']);
  listExtensions('live');
  kept['turare:attempt'] = JSON.stringify({ key: KEY, content: 'c', previous: [] });
  await askLive(['oud']);
  expect(asked.mock.calls).toEqual([
    ['/api/live?ids=oud', undefined],
    ['/api/live?ids=oud', undefined],
  ]);
});

it.each(['{', '7', '{"key":"short"}', '{"key":"ключ"}'])('%s names no attempt', (text) => {
  listExtensions('live', 'live.own');
  kept['turare:attempt'] = text;
  expect(ownAttempts()).toBe('');
});
