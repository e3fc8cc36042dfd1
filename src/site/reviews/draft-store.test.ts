import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reviewBody } from '#contract/review.ts';
import {
  decodeReviewDraft,
  dropReviewDraft,
  keepReviewDraft,
  keepReviewWish,
  keptReviewDraft,
  type ReviewDraft,
} from './draft-store.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft: ReviewDraft = { author: 'acc_1', rating: 4, comment: 'Warm, then' };

it('is a draft or null, whatever was stored', () => {
  const nearly = fc.record(
    {
      author: fc.oneof(fc.string({ maxLength: 210 }), fc.anything()),
      rating: fc.oneof(fc.integer({ min: -1, max: 7 }), fc.double(), fc.anything()),
      comment: fc.oneof(fc.string({ unit: 'binary', maxLength: 4100 }), fc.anything()),
    },
    { requiredKeys: [] },
  );
  const stored = fc.oneof(
    fc.string(),
    fc.json(),
    nearly.map((value) => JSON.stringify(value)),
  );
  fc.assert(
    fc.property(stored, (text) => {
      const read = decodeReviewDraft(text ?? null);
      if (!read) return;
      expect(Object.keys(read)).toEqual(['author', 'rating', 'comment']);
      expect(typeof read.author).toBe('string');
      expect([0, 1, 2, 3, 4, 5]).toContain(read.rating);
      // The contract accepts a complete draft.
      if (read.rating > 0 && read.comment.trim())
        expect(reviewBody.safeParse({ rating: read.rating, comment: read.comment }).success).toBe(
          true,
        );
    }),
  );
});

it('is restored as it was typed, for its author and product only', () => {
  keepReviewDraft('oud', draft);
  expect(keptReviewDraft('oud', 'acc_1')).toEqual(draft);
  expect(keptReviewDraft('oud', 'acc_2')).toBeNull();
  expect(keptReviewDraft('musk', 'acc_1')).toBeNull();
  dropReviewDraft('oud');
  expect(keptReviewDraft('oud', 'acc_1')).toBeNull();
});

it('the note of a guest is for every customer, but replaces no draft', () => {
  keepReviewWish('oud');
  expect(keptReviewDraft('oud', 'acc_2')).toEqual({ author: '', rating: 0, comment: '' });
  keepReviewDraft('oud', draft);
  keepReviewWish('oud');
  expect(keptReviewDraft('oud', 'acc_1')).toEqual(draft);
});

it('an invalid field is empty, and without an author there is no draft', () => {
  expect(decodeReviewDraft('{"author":"a","rating":9,"comment":7}')).toEqual({
    author: 'a',
    rating: 0,
    comment: '',
  });
  expect(decodeReviewDraft('{"rating":4,"comment":"x"}')).toBeNull();
  expect(decodeReviewDraft(null)).toBeNull();
});

it('works with blocked storage', () => {
  const refuse = () => {
    throw new Error('blocked');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  keepReviewDraft('oud', draft);
  dropReviewDraft('oud');
  expect(keptReviewDraft('oud', 'acc_1')).toBeNull();
});
