import { PUBLIC_API_URL } from 'astro:env/client';
import { readJson } from '#site/storage/json.ts';
import { hearClock } from './clock.ts';
import type { CallFailure } from './errors.ts';
import { type Reading, readWith } from './reading.ts';
import { READ_MS } from './time-outs.ts';

/** An answer, or how the call failed (spec §8). `refusal` has the body of a refusal. */
export type Answer<T> =
  | { body: T; failure?: undefined; refusal?: undefined }
  | { body?: undefined; failure: CallFailure; refusal?: Response };

/**
 * Calls the product API with native fetch, for scripts that run before an island: ofetch and zod would cost them 9 kB.
 * Sends one request, never repeats it, and never throws. Every answer sets the shop's time.
 */
export async function ask<T>(
  path: string,
  reading: Reading<T>,
  init: RequestInit = {},
): Promise<Answer<T>> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  init.signal?.addEventListener('abort', abort);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    abort();
  }, READ_MS);
  try {
    const answer = await fetch(PUBLIC_API_URL + path, { ...init, signal: controller.signal });
    hearClock(answer.headers);
    if (!answer.ok) return { failure: answer.status, refusal: answer };
    const text = await answer.text();
    const call = `${init.method ?? 'GET'} ${path.split('?')[0]}`;
    const body = await readWith(call, reading, readJson(text));
    return body === undefined ? { failure: 'PARSING_ERROR' } : { body };
  } catch {
    return { failure: late ? 'TIMEOUT_ERROR' : 'FETCH_ERROR' };
  } finally {
    clearTimeout(timer);
  }
}
