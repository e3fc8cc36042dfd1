import { afterEach, expect, it, vi } from 'vitest';
import { firstRefusal } from './first-refusal.ts';

afterEach(() => vi.unstubAllGlobals());

/** A tab's storage, as far as it is used. */
function tab() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

it('leads from a page to /login once, also after a reload of the page', () => {
  vi.stubGlobal('sessionStorage', tab());
  expect(firstRefusal('/payment/callback?reference=a')).toBe(true);
  expect(firstRefusal('/payment/callback?reference=a')).toBe(false);
  expect(firstRefusal('/payment/callback?reference=b')).toBe(true);
  vi.stubGlobal('sessionStorage', tab());
  expect(firstRefusal('/payment/callback?reference=b')).toBe(true);
});

it('remembers the page where storage is blocked', () => {
  vi.stubGlobal('sessionStorage', undefined);
  expect(firstRefusal('/products/x')).toBe(true);
  expect(firstRefusal('/products/x')).toBe(false);
});
