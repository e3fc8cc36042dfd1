import { isRecord } from '#contract/reading/record.ts';
import { readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';

/** Milliseconds for which an answer may be shown again (spec §9). */
export const MINUTE_MS = 60_000;

/** Whether a time (ms since 1970) is at most a minute away. It may be ahead, if the clock was changed. */
const isFresh = (at: number) => Math.abs(Date.now() - at) <= MINUTE_MS;

/** Keeps up to `size` answers of the last minute in memory. */
export function createCache<T>(size = 40) {
  const entries = new Map<string, { at: number; value: T }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      return entry && isFresh(entry.at) ? entry.value : undefined;
    },
    set(key: string, value: T): void {
      entries.delete(key);
      entries.set(key, { at: Date.now(), value });
      const [oldest] = entries.keys();
      if (entries.size > size && oldest !== undefined) entries.delete(oldest);
    },
    drop(key: string): void {
      entries.delete(key);
    },
  };
}

/**
 * Keeps one answer for a minute, for the next pages of this tab. `key` is its name in sessionStorage. `read` refuses
 * what an earlier release stored.
 */
export const createTabCache = <T>(key: string, read: (value: unknown) => T | undefined) => ({
  get(): T | undefined {
    const stored = readJson(tab.get(key));
    if (!isRecord(stored) || typeof stored.at !== 'number') return undefined;
    return isFresh(stored.at) ? read(stored.value) : undefined;
  },
  set(value: T): void {
    tab.set(key, JSON.stringify({ at: Date.now(), value }));
  },
  drop(): void {
    tab.drop(key);
  },
});
