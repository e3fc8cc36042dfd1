import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Found, Source } from './sources.ts';
import { createSuggestions, PAUSE, type View } from './suggestions.ts';

const foundFor = (name: string): Found => ({
  suggestions: [{ href: '/products/a', name, image: '', price: 1 }],
  total: 1,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(ask: Source) {
  const views: View[] = [];
  const suggestions = createSuggestions(ask, (view) => views.push(view));
  return { suggestions, views, last: () => views.at(-1) };
}
const echo = () => vi.fn<Source>(async (text) => foundFor(text));

describe('suggestions', () => {
  it('are asked for from two characters on, when typing pauses', async () => {
    const ask = echo();
    const { suggestions, views } = start(ask);
    suggestions.type(' o ');
    expect(views).toEqual([{ state: 'closed' }]);
    suggestions.type('ou');
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    suggestions.type('oud ');
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(ask.mock.calls.map(([text]) => text)).toEqual(['oud']);
    expect(views.map(({ state }) => state)).toEqual(['closed', 'searching', 'searching', 'found']);
    suggestions.type('oud');
    expect(views).toHaveLength(4);
  });

  it('are kept for a minute if they have prices', async () => {
    const ask = echo();
    const { suggestions, last } = start(ask);
    const type = async (text: string) => {
      suggestions.type(text, 0);
      await vi.advanceTimersByTimeAsync(0);
    };
    await type('oud');
    await type('amber');
    suggestions.type('oud');
    expect(last()?.state).toBe('found');
    expect(ask).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_001);
    await type('amber');
    expect(ask).toHaveBeenCalledTimes(3);

    const bare = vi.fn<Source>(async () => ({
      suggestions: [{ href: '/products/a', name: 'A', image: '' }],
      total: 1,
    }));
    const other = start(bare);
    for (const text of ['oud', 'amber', 'oud']) {
      other.suggestions.type(text, 0);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(bare).toHaveBeenCalledTimes(3);
  });

  it('fail without an answer, and are asked for again', async () => {
    const ask = vi.fn<Source>(async () => undefined);
    const { suggestions, last } = start(ask);
    suggestions.type('oud', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(last()).toEqual({ state: 'failed' });
    suggestions.type('oud', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('do not open again after closing', async () => {
    const { suggestions, last } = start(echo());
    suggestions.type('oud', 0);
    suggestions.close();
    await vi.runAllTimersAsync();
    expect(last()).toEqual({ state: 'closed' });
  });

  it('are never those of an older question, even if answers arrive out of order', async () => {
    const words = ['oud', 'amber', 'rose', 'o', ''];
    const step = fc.record({
      text: fc.constantFrom(...words),
      gap: fc.nat(300),
      answer: fc.nat(900),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        vi.useFakeTimers();
        let typed = '';
        let delay = 0;
        const ask: Source = (text) => {
          const ms = delay;
          return new Promise((resolve) => setTimeout(() => resolve(foundFor(text)), ms));
        };
        const shown: string[][] = [];
        const suggestions = createSuggestions(ask, (view) => {
          const [name] = view.state === 'found' ? view.result.suggestions : [];
          if (name) shown.push([typed, name.name]);
        });
        for (const { text, gap, answer } of steps) {
          typed = text;
          delay = answer;
          suggestions.type(text);
          await vi.advanceTimersByTimeAsync(gap);
        }
        await vi.runAllTimersAsync();
        for (const [now, name] of shown) expect(name).toBe(now);
        if (typed.length > 1) expect(shown.at(-1)).toEqual([typed, typed]);
      }),
    );
  });
});
