import { FRESH_MS } from '#site/client/cache.ts';
import { isRecord, readJson } from './json.ts';

/** Reads a stored answer; undefined if there is none, if it is older than a minute, or if `read` refuses it. */
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
 * Keeps one answer of the API for the next pages of this tab, for a minute. `key` names it in sessionStorage; without
 * session storage nothing is kept.
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
        // It is only a cache.
      }
    },
    drop(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // It is only a cache.
      }
    },
  };
}
