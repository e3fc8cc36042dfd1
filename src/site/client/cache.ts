/** Milliseconds for which an answer may be shown again (spec §9). */
export const FRESH_MS = 60_000;

/** Caches up to `size` answers of the last minute in memory. */
export function createCache<T>(size = 40) {
  const entries = new Map<string, { at: number; value: T }>();
  return {
    get(key: string): T | undefined {
      const entry = entries.get(key);
      return entry && Date.now() - entry.at < FRESH_MS ? entry.value : undefined;
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
