import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { shippingPlaces } from '#contract/app-data.ts';
import { decodeAttempt } from './attempt.ts';
import { decodeDraft, EMPTY_DRAFT } from './draft.ts';
import { decodePlaces } from './kept-places.ts';
import { decodeToasts } from './toasts.ts';

const stored = fc.oneof(fc.string(), fc.json());

it('a draft has all fields as text, whatever was stored', () => {
  fc.assert(
    fc.property(stored, (text) => {
      const draft = decodeDraft(text);
      expect(Object.keys(draft)).toEqual(Object.keys(EMPTY_DRAFT));
      expect(Object.values(draft).every((field) => typeof field === 'string')).toBe(true);
    }),
  );
  expect(decodeDraft('{"fullName":"Ngozi","city":7}')).toEqual({
    ...EMPTY_DRAFT,
    fullName: 'Ngozi',
  });
});

it('attempts and toasts that are none are dropped', () => {
  fc.assert(fc.property(stored, (text) => void decodeAttempt(text)));
  fc.assert(fc.property(stored, (text) => void decodeToasts(text, 0)));
  const kept = [
    { title: 'A', text: 'B', tone: 'bad', at: 1000, id: 1 },
    { title: 1, text: 'B', at: 1000 },
    { title: 'Old', text: 'B', at: -20_000 },
  ];
  expect(decodeToasts(JSON.stringify(kept), 2000)).toEqual([
    { title: 'A', text: 'B', tone: 'bad' },
  ]);
});

it('kept places are fresh and as the contract has them', () => {
  const places = fc.array(
    fc.record({ place: fc.string({ minLength: 1 }), amount: fc.double({ min: -1, max: 2e9 }) }),
  );
  fc.assert(
    fc.property(places, (list) => {
      const read = decodePlaces(JSON.stringify({ at: 1000, places: list }), 2000);
      if (read) expect(z.safeParse(shippingPlaces, read).success).toBe(true);
    }),
  );
  const kept = JSON.stringify({ at: 1000, places: [{ place: 'Lekki', amount: 3500.5 }] });
  expect(decodePlaces(kept, 61_000)).toEqual([{ place: 'Lekki', amount: 3500.5 }]);
  expect(decodePlaces(kept, 61_001)).toBeUndefined();
  fc.assert(fc.property(stored, (text) => void decodePlaces(text, 0)));
});
