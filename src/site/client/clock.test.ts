import { beforeEach, expect, it, vi } from 'vitest';

const store = new Map<string, string>();
let pages = 0;
/** Returns the clock as a new page has it. Only this module is new: the files of a worker share all others. */
const openPage = (): Promise<typeof import('./clock.ts')> =>
  import(/* @vite-ignore */ `${import.meta.dirname}/clock.ts?page=${pages++}`);

beforeEach(() => {
  store.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
  });
  vi.useFakeTimers({ now: Date.parse('2026-11-20T00:00:00Z') });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});
const NOON = { date: 'Mon, 23 Nov 2026 11:00:00 GMT' };

it('uses the server’s time once it is known, on this page and the tab’s next one', async () => {
  const clock = await openPage();
  expect(clock.isShopTime()).toBe(false);
  expect(clock.shopTime()).toBe(Date.now());
  clock.hearClock(new Headers(NOON));
  expect(new Date(clock.shopTime()).toISOString()).toBe('2026-11-23T11:00:00.500Z');
  vi.advanceTimersByTime(60_000);
  const next = await openPage();
  expect(next.isShopTime()).toBe(true);
  expect(new Date(next.shopTime()).toISOString()).toBe('2026-11-23T11:01:00.500Z');
});

it.each([{}, { date: 'soon' }])('uses the device’s time for the headers %o', async (headers) => {
  const clock = await openPage();
  clock.hearClock(new Headers(headers as Record<string, string>));
  expect(clock.isShopTime()).toBe(false);
  expect(clock.shopTime()).toBe(Date.now());
});

it('ignores foreign values', async () => {
  store.set('turare:clock', 'noon');
  const clock = await openPage();
  expect(clock.isShopTime()).toBe(false);
  expect(clock.shopTime()).toBe(Date.now());
});

it('works while storage is blocked', async () => {
  const blocked = () => {
    throw new Error('SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
  const clock = await openPage();
  clock.hearClock(new Headers(NOON));
  expect(clock.isShopTime()).toBe(true);
});
