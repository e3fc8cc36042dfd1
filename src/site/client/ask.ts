import { PUBLIC_API_URL } from 'astro:env/client';
import type { CallFailure } from './errors.ts';
import { READ_MS } from './time-outs.ts';

/** The JSON of an answer, not validated, or how the call failed (spec §8). `refusal` has the body of a refusal. */
export type Answer =
  | { body: unknown; failure?: undefined; refusal?: undefined }
  | { body?: undefined; failure: CallFailure; refusal?: Response };

/**
 * Calls the product API with native fetch, for the scripts that run before an island: ofetch and zod would cost them
 * 9 kB. Sends one request, never repeats it, and never throws.
 */
export async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
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
    if (!answer.ok) return { failure: answer.status, refusal: answer };
    return { body: await answer.json() };
  } catch (error) {
    if (late) return { failure: 'TIMEOUT_ERROR' };
    return { failure: error instanceof SyntaxError ? 'PARSING_ERROR' : 'FETCH_ERROR' };
  } finally {
    clearTimeout(timer);
  }
}
