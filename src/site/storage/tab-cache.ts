import { isRecord } from '#contract/reading/record.ts';
import { FRESH_MS } from '#site/client/cache.ts';
import { readJson } from './json.ts';
import { tab } from './tab.ts';

/** Reads a stored answer; undefined if it is missing, older than a minute, or refused by `read`. */
export function decodeAnswer<T>(
  text: string | null | undefined,
  read: (value: unknown) => T | undefined,
  now: number,
): T | undefined {
  const stored = readJson(text);
  if (!isRecord(stored) || typeof stored.at !== 'number') return undefined;
  return Math.abs(now - stored.at) > FRESH_MS ? undefined : read(stored.value);
}

/** Caches one answer of the API for a minute, for the next pages of this tab. `key` is its name in sessionStorage. */
export const createTabCache = <T>(key: string, read: (value: unknown) => T | undefined) => ({
  get: () => decodeAnswer(tab.get(key), read, Date.now()),
  set(value: T): void {
    tab.set(key, JSON.stringify({ at: Date.now(), value }));
  },
  drop(): void {
    tab.drop(key);
  },
});
