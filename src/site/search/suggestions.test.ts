import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Found, Source } from './suggestion.ts';
import { createSession, PAUSE, type View } from './suggestions.ts';

const foundFor = (name: string): Found => ({
  suggestions: [{ href: '/products/a', name, image: '', price: 1 }],
  total: 1,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(ask: Source) {
  const views: View[] = [];
  const session = createSession(ask, (view) => views.push(view));
  return { session, views, last: () => views.at(-1) };
}
const echo = () => vi.fn<Source>(async (text) => foundFor(text));

describe('a session', () => {
  it('asks from two characters on, once typing pauses', async () => {
    const ask = echo();
    const { session, views } = start(ask);
    session.type(' o ');
    expect(views).toEqual([{ state: 'closed' }]);
    session.type('ou');
    await vi.advanceTimersByTimeAsync(PAUSE - 1);
    session.type('oud ');
    await vi.advanceTimersByTimeAsync(PAUSE);
    expect(ask.mock.calls.map(([text]) => text)).toEqual(['oud']);
    expect(views.map(({ state }) => state)).toEqual(['closed', 'searching', 'searching', 'found']);
    session.type('oud');
    expect(views).toHaveLength(4);
  });

  it('remembers an answer for a minute, but not one without prices', async () => {
    const ask = echo();
    const { session, last } = start(ask);
    const type = async (text: string) => {
      session.type(text, 0);
      await vi.advanceTimersByTimeAsync(0);
    };
    await type('oud');
    await type('amber');
    session.type('oud');
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
      other.session.type(text, 0);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(bare).toHaveBeenCalledTimes(3);
  });

  it('says when nobody answered, and asks again then', async () => {
    const ask = vi.fn<Source>(async () => undefined);
    const { session, last } = start(ask);
    session.type('oud', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(last()).toEqual({ state: 'failed' });
    session.type('oud', 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('shows nothing after it was closed', async () => {
    const { session, last } = start(echo());
    session.type('oud', 0);
    session.close();
    await vi.runAllTimersAsync();
    expect(last()).toEqual({ state: 'closed' });
  });

  it('never shows a late answer to an older question, in whatever order they come', async () => {
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
        const session = createSession(ask, (view) => {
          const [name] = view.state === 'found' ? view.found.suggestions : [];
          if (name) shown.push([typed, name.name]);
        });
        for (const { text, gap, answer } of steps) {
          typed = text;
          delay = answer;
          session.type(text);
          await vi.advanceTimersByTimeAsync(gap);
        }
        await vi.runAllTimersAsync();
        for (const [now, name] of shown) expect(name).toBe(now);
        if (typed.length > 1) expect(shown.at(-1)).toEqual([typed, typed]);
      }),
    );
  });
});
