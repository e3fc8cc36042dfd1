import type { Found, Source } from './suggestion.ts';

/** Milliseconds until the site's own index is asked as well as the API (decision 10). */
export const PATIENCE = 1500;
/** Milliseconds after that until the API's answer is ignored. */
export const LIMIT = 8000;

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/**
 * Asks the API first: it forgives typing errors and has the prices. Asks the site's own index when the API fails or is
 * slow, and when the shopper is offline. When both are asked, the first answer with a suggestion is used. Returns
 * undefined when neither answers.
 */
export function createAsk(sources: {
  api: Source;
  index: Source;
  isOnline: () => boolean;
}): Source {
  let slow = false;
  return async (text, signal) => {
    if (!sources.isOnline()) return sources.index(text, signal);
    const began = performance.now();
    const api = sources.api(text, signal).then((found) => {
      if (found) slow = performance.now() - began > PATIENCE;
      return found;
    });
    // After one slow answer, the next question does not wait again.
    const first = await Promise.race([api, after(slow ? 0 : PATIENCE, 'late' as const)]);
    if (signal.aborted) return undefined;
    if (first !== 'late') return first ?? sources.index(text, signal);
    slow = true;
    const index = sources.index(text, signal);
    const inTime = Promise.race([api, after(LIMIT, undefined)]);
    const some = (found: Found | undefined) => found ?? Promise.reject();
    // The index forgives no typing error: when it finds nothing, the API may still find something.
    const most = (found: Found | undefined) => (found?.total ? found : Promise.reject());
    return Promise.any([inTime.then(some), index.then(most)]).catch(() => index);
  };
}
