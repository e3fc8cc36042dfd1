import { createCache } from '#site/client/cache.ts';
import type { Found, Source } from './suggestion.ts';

/** What the dropdown shows. */
export type View =
  | { state: 'closed' | 'searching' | 'failed' }
  | { state: 'found'; text: string; found: Found };

/** Characters before suggestions are asked for (spec §9). */
const LEAST = 2;
/** Ms without a keystroke before the question is sent. */
export const PAUSE = 120;

/** What is asked for what was typed. */
const question = (typed: string) => typed.trim().replace(/\s+/g, ' ');

/**
 * Turns what is typed into views, one question at a time: whoever types on ends the question before, so that a late
 * answer to an older one is never shown.
 */
export function createSession(ask: Source, show: (view: View) => void) {
  const answers = createCache<Found>();
  let asked: string | undefined;
  let current = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function send(text: string, { signal }: AbortController): Promise<void> {
    const found = await ask(text, signal);
    if (signal.aborted) return;
    if (!found) {
      asked = undefined;
      show({ state: 'failed' });
      return;
    }
    // What came without prices is asked for again, in case the API is back.
    if (found.suggestions.every(({ price }) => price !== undefined)) answers.set(text, found);
    show({ state: 'found', text, found });
  }

  function end(): void {
    clearTimeout(timer);
    current.abort();
    asked = undefined;
  }

  return {
    /** Asks for what stands in the field, after `pause` ms in which nothing is typed. */
    type(typed: string, pause = PAUSE): void {
      const text = question(typed);
      if (text === asked) return;
      end();
      const known = answers.get(text);
      if (text.length < LEAST) {
        show({ state: 'closed' });
      } else if (known) {
        asked = text;
        show({ state: 'found', text, found: known });
      } else {
        asked = text;
        current = new AbortController();
        show({ state: 'searching' });
        timer = setTimeout(send, pause, text, current);
      }
    },
    /** Closes the dropdown; an answer under way is not heard any more. */
    close(): void {
      end();
      show({ state: 'closed' });
    },
  };
}
