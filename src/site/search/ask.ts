import type { Found, Source } from './suggestion.ts';

/** Ms that the API gets before the site's own index is asked beside it (decision 10), */
export const PATIENCE = 1500;
/** and after which no answer is one. */
export const LIMIT = 8000;

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/**
 * Asks the API, which forgives typing errors and knows the prices; the site's own index when the API fails or is
 * slow, or the shopper is offline. Then the first of both that found something is heard. undefined: neither answered.
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
    // Once it was slow, the next question does not wait for it again.
    const first = await Promise.race([api, after(slow ? 0 : PATIENCE, 'late' as const)]);
    if (signal.aborted) return undefined;
    if (first !== 'late') return first ?? sources.index(text, signal);
    slow = true;
    const index = sources.index(text, signal);
    const inTime = Promise.race([api, after(LIMIT, undefined)]);
    const some = (found: Found | undefined) => found ?? Promise.reject();
    // The index forgives nothing: that it found none does not mean that there is none.
    const most = (found: Found | undefined) => (found?.total ? found : Promise.reject());
    return Promise.any([inTime.then(some), index.then(most)]).catch(() => index);
  };
}
