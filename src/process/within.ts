import { setTimeout as pause } from 'node:timers/promises';

/** Returns the result of a promise, or `late` after so many milliseconds. A later result or error is lost. */
export async function within<T, const L>(ms: number, work: Promise<T>, late: L): Promise<T | L> {
  const ended = new AbortController();
  const limit = pause(ms, late, { signal: ended.signal });
  return Promise.race([work, limit]).finally(() => ended.abort());
}
