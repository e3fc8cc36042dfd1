import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Found, Source } from './sources.ts';
import { createAsk, LIMIT, PATIENCE } from './suggestions.ts';

const found = (name: string, price?: number): Found => ({
  suggestions: [{ href: '/products/a', name, image: '', price }],
  total: 1,
});
const NONE: Found = { suggestions: [], total: 0 };
const API = found('api', 1);
const INDEX = found('index');
/** Returns a source that answers after `ms`. */
const source = (ms: number, answer: Found | undefined): Source =>
  vi.fn<Source>(() => new Promise((resolve) => setTimeout(resolve, ms, answer)));

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function answerOf(api: Source, index: Source, online = true) {
  const asked = createAsk({ api, index, isOnline: () => online })(
    'oud',
    new AbortController().signal,
  );
  await vi.runAllTimersAsync();
  return asked;
}

describe('a question', () => {
  it('asks only the API while it answers in time', async () => {
    const index = source(0, INDEX);
    expect(await answerOf(source(PATIENCE - 1, API), index)).toBe(API);
    expect(index).not.toHaveBeenCalled();
  });

  it('asks the index when the API fails, and only the index when offline', async () => {
    expect(await answerOf(source(10, undefined), source(10, INDEX))).toBe(INDEX);
    const api = source(0, API);
    expect(await answerOf(api, source(10, INDEX), false)).toBe(INDEX);
    expect(api).not.toHaveBeenCalled();
  });

  it('asks both when the API is slow and uses the first answer with a suggestion', async () => {
    expect(await answerOf(source(PATIENCE + 100, API), source(50, INDEX))).toBe(INDEX);
    expect(await answerOf(source(PATIENCE + 100, API), source(500, INDEX))).toBe(API);
    expect(await answerOf(source(PATIENCE + 100, API), source(50, NONE))).toBe(API);
    expect(await answerOf(source(PATIENCE + 100, API), source(50, undefined))).toBe(API);
    expect(await answerOf(source(PATIENCE + 100, undefined), source(50, NONE))).toBe(NONE);
  });

  it('stops waiting at the limit', async () => {
    expect(await answerOf(source(60_000, API), source(50, undefined))).toBeUndefined();
    const began = performance.now();
    const ask = createAsk({
      api: source(60_000, API),
      index: source(50, NONE),
      isOnline: () => true,
    });
    const answer = ask('oud', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(PATIENCE + LIMIT);
    expect(await answer).toBe(NONE);
    expect(performance.now() - began).toBe(PATIENCE + LIMIT);
  });

  it('asks both at once after a slow answer, until the API is quick again', async () => {
    const index = source(50, INDEX);
    let ms = PATIENCE + 500;
    const api: Source = () => new Promise((resolve) => setTimeout(resolve, ms, API));
    const ask = createAsk({ api, index, isOnline: () => true });
    const next = async () => {
      const { signal } = new AbortController();
      const began = performance.now();
      const answer = await Promise.all([ask('oud', signal), vi.advanceTimersByTimeAsync(5000)]);
      return [answer[0], performance.now() - began];
    };
    expect((await next())[0]).toBe(INDEX);
    ms = 20;
    expect((await next())[0]).toBe(API);
    expect(index).toHaveBeenCalledTimes(2);
    expect((await next())[0]).toBe(API);
    expect(index).toHaveBeenCalledTimes(2);
  });

  it('finds something if either of them finds it in time', async () => {
    const answers = fc.constantFrom(undefined, NONE, 'some' as const);
    const times = fc.nat(4000);
    await fc.assert(
      fc.asyncProperty(answers, times, answers, times, async (a, aTime, i, iTime) => {
        const api = source(aTime, a === 'some' ? API : a);
        const answer = await answerOf(api, source(iTime, i === 'some' ? INDEX : i));
        if (a === 'some' || (i === 'some' && a === undefined)) {
          expect(answer?.total).toBe(1);
        }
        if (a === undefined && i === undefined) expect(answer).toBeUndefined();
        else if (a !== undefined) expect(answer).toBeDefined();
      }),
    );
  });
});
