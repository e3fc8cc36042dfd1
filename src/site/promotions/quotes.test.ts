import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type QuoteAnswer, quoteBody } from '#contract/promotion.ts';
import { CallError } from '#site/client/errors.ts';
import { dropQuotes, fetchQuote, fetchQuoteForPress, keepTold, quoteOf } from './quotes.ts';

const askQuote = vi.hoisted(() => vi.fn());
vi.mock('./ask-quote.ts', () => ({ askQuote }));

const answer: QuoteAnswer = { discount: 0, applied: [], lines: [], shippingDiscount: 0, hints: [] };
beforeEach(() => {
  dropQuotes();
  askQuote.mockReset().mockResolvedValue(answer);
});

const items = [{ id: 'oud', quantity: 2 }];
const asked = quoteOf({ items });

it('sends what the contract accepts, and the same for equal orders', () => {
  const place = { place: 'Lekki', amount: 3500.5 };
  const whole = quoteOf({ items, place, code: ' ten ' });
  expect(z.parse(quoteBody, JSON.parse(whole))).toEqual({
    items: [{ productId: 'oud', quantity: 2 }],
    shippingFee: 3500.5,
    shippingLocation: 'Lekki',
    code: 'ten',
  });
  expect(quoteOf({ items, place, code: 'ten' })).toBe(whole);
});

it('sends no address, and no empty code', () => {
  const draft = { items, code: ' ', email: 'ngozi@example.com' };
  expect(quoteOf(draft)).toBe(asked);
});

it('asks once for equal orders, until the answers are dropped', async () => {
  expect(await Promise.all([fetchQuote(asked), fetchQuote(asked)])).toEqual([answer, answer]);
  expect(askQuote.mock.calls).toEqual([[JSON.parse(asked)]]);
  dropQuotes();
  await fetchQuote(asked);
  expect(askQuote).toHaveBeenCalledTimes(2);
});

it('asks again after a failure', async () => {
  askQuote.mockRejectedValueOnce(new CallError('FETCH_ERROR', ''));
  await expect(fetchQuote(asked)).rejects.toThrow(CallError);
  expect(await fetchQuote(asked)).toEqual(answer);
});

const failed = new CallError('FETCH_ERROR', '');

it('asks once more for a press, and returns nothing if that fails, too', async () => {
  askQuote.mockRejectedValueOnce(failed);
  expect(await fetchQuoteForPress(asked)).toEqual(answer);
  dropQuotes();
  askQuote.mockReset().mockRejectedValue(failed);
  expect(await fetchQuoteForPress(asked)).toBeUndefined();
  expect(askQuote).toHaveBeenCalledTimes(2);
});

it('lets a press wait for at most 5 s, and passes on other errors than failed calls', async () => {
  vi.useFakeTimers();
  askQuote.mockReturnValue(new Promise(() => {}));
  const waiting = fetchQuoteForPress(asked);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await waiting).toBeUndefined();
  vi.useRealTimers();
  dropQuotes();
  askQuote.mockRejectedValue(new TypeError('a fault of ours'));
  await expect(fetchQuoteForPress(asked)).rejects.toThrow(TypeError);
});

it('returns the server’s answer for exactly that order, whatever an earlier call returns', async () => {
  let fail = (_: Error) => {};
  askQuote.mockReturnValueOnce(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  const earlier = fetchQuote(asked);
  keepTold(asked, 5000);
  fail(failed);
  await expect(earlier).rejects.toThrow(CallError);
  askQuote.mockRejectedValue(failed);
  expect(await fetchQuote(asked)).toMatchObject({ discount: 5000, applied: [{ amount: 5000 }] });
  await expect(fetchQuote(quoteOf({ items, code: 'TEN' }))).rejects.toThrow(CallError);
  keepTold(asked, 0);
  expect(await fetchQuote(asked)).toMatchObject({ discount: 0, applied: [] });
});
