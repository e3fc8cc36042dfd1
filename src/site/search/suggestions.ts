import { createCache } from '#site/client/minute.ts';
import type { Found, Source } from './sources.ts';

export interface Result extends Found {
  text: string;
}

/** The state of the dropdown. While the next answer loads, it keeps the last result. */
export type View =
  | { state: 'closed' | 'failed'; result?: undefined }
  | { state: 'searching'; result: Result | undefined }
  | { state: 'found'; result: Result };

/** Characters before suggestions are requested (spec §9). */
const LEAST = 2;
/** Milliseconds without a keystroke before a query is sent. */
export const PAUSE = 120;

const question = (typed: string) => typed.trim().replace(/\s+/g, ' ');

/** Turns typed text into views, one query at a time. More typing cancels the previous query with its late answer. */
export function createSuggestions(ask: Source, show: (view: View) => void) {
  const answers = createCache<Result>();
  let asked: string | undefined;
  let result: Result | undefined;
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
    current.abort();
  }

  function showResult(next: Result): void {
    result = next;
    show({ state: 'found', result });
  }

  function empty(state: 'closed' | 'failed'): void {
    asked = undefined;
    result = undefined;
    show({ state });
  }

  async function send(text: string, { signal }: AbortController): Promise<void> {
    const found = await ask(text, signal);
    if (signal.aborted) return;
    if (!found) {
      empty('failed');
      return;
    }
    const next = { text, ...found };
    // A result without prices is requested again, in case the API is back.
    if (found.suggestions.every(({ price }) => price !== undefined)) answers.set(text, next);
    showResult(next);
  }

  /** Searches for the typed text after `pause` milliseconds without a keystroke. */
  function type(typed: string, pause = PAUSE): void {
    const text = question(typed);
    if (text === asked) return;
    cancel();
    const known = answers.get(text);
    if (text.length < LEAST) {
      empty('closed');
    } else if (known) {
      asked = text;
      showResult(known);
    } else {
      asked = text;
      current = new AbortController();
      show({ state: 'searching', result });
      timer = setTimeout(send, pause, text, current);
    }
  }

  /** Closes the dropdown and ignores a pending answer. */
  function close(): void {
    cancel();
    empty('closed');
  }

  return { type, close };
}

/** Milliseconds until the site's own index is asked in addition to the API (decision 10). */
export const PATIENCE = 1500;
/** Milliseconds after that until the API's answer is ignored. */
export const LIMIT = 8000;

const after = <T>(ms: number, value: T) =>
  new Promise<T>((resolve) => setTimeout(resolve, ms, value));

/**
 * Asks the API first: it corrects typing errors and has the prices. Also asks the site's own index when the API fails
 * or is slow, and when the shopper is offline. If both are asked, the first answer with a suggestion is used. Returns
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
    // After one slow answer, the next query does not wait again.
    const first = await Promise.race([api, after(slow ? 0 : PATIENCE, 'late' as const)]);
    if (signal.aborted) return undefined;
    if (first !== 'late') return first ?? sources.index(text, signal);
    slow = true;
    const index = sources.index(text, signal);
    const inTime = Promise.race([api, after(LIMIT, undefined)]);
    const some = (found: Found | undefined) => found ?? Promise.reject();
    // The index does not correct typing errors: if it finds nothing, the API may still find something.
    const most = (found: Found | undefined) => (found?.total ? found : Promise.reject());
    return Promise.any([inTime.then(some), index.then(most)]).catch(() => index);
  };
}
