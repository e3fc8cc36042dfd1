import { setTimeout as pause } from 'node:timers/promises';

/**
 * Returns what a promise brings, or `late` once so many milliseconds have passed. What it brings later is lost, an
 * error too.
 */
export async function within<T, const L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  const ended = new AbortController();
  const limit = pause(ms, late, { signal: ended.signal });
  return Promise.race([work, limit]).finally(() => ended.abort());
}
