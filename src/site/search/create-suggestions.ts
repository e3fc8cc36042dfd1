import { createCache } from '#site/client/minute.ts';
import type { Found, Source } from './suggestion.ts';

/** What was found for a text. */
export interface Result extends Found {
  text: string;
}

/** What the dropdown shows. While the next answer is awaited, it keeps the last result. */
export type View =
  | { state: 'closed' | 'failed'; result?: undefined }
  | { state: 'searching'; result: Result | undefined }
  | { state: 'found'; result: Result };

/** Characters before suggestions are asked for (spec §9). */
const LEAST = 2;
/** Milliseconds without a keystroke before a question is sent. */
export const PAUSE = 120;

/** The question for a typed text. */
const question = (typed: string) => typed.trim().replace(/\s+/g, ' ');

/**
 * Turns typed text into views, one question at a time. Typing on cancels the question before, so a late answer to it is
 * never shown.
 */
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
    // A result without prices is asked for again, in case the API is back.
    if (found.suggestions.every(({ price }) => price !== undefined)) answers.set(text, next);
    showResult(next);
  }

  /** Asks for the typed text after `pause` milliseconds without a keystroke. */
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

  /** Closes the dropdown and ignores an answer under way. */
  function close(): void {
    cancel();
    empty('closed');
  }

  return { type, close };
}
