import { isRecord } from '#contract/reading/record.ts';
import { FRESH_MS } from '#site/client/cache.ts';
import { readJson } from './json.ts';

/** Reads a stored answer; undefined if it is missing, older than a minute, or refused by `read`. */
export function decodeAnswer<T>(
  text: string | null,
  read: (value: unknown) => T | undefined,
  now: number,
): T | undefined {
  const stored = readJson(text);
  if (!isRecord(stored) || typeof stored.at !== 'number') return undefined;
  return Math.abs(now - stored.at) > FRESH_MS ? undefined : read(stored.value);
}

/**
 * Caches one answer of the API for a minute, for the next pages of this tab. `key` is its name in sessionStorage. If
 * storage is blocked, nothing is cached.
 */
export function createTabCache<T>(key: string, read: (value: unknown) => T | undefined) {
  return {
    get(): T | undefined {
      try {
        return decodeAnswer(sessionStorage.getItem(key), read, Date.now());
      } catch {
        return undefined;
      }
    },
    set(value: T): void {
      try {
        sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), value }));
      } catch {
        // Storage is blocked or full: a cache is optional.
      }
    },
    drop(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Storage is blocked or full: a cache is optional.
      }
    },
  };
}
