import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { names, shippingPlaces } from '#contract/app-data.ts';
import { quickPlaces } from '#site/delivery/kept-places.ts';
import { quickNames } from '#site/product-data/names.ts';
import { decodeAnswer } from './tab-cache.ts';

const NOW = 1_800_000_000_000;
const stored = (value: unknown, age = 0) => JSON.stringify({ at: NOW - age, value });

it('returns a stored answer for a minute, also if the clock is changed', () => {
  const tags = ['oud', 'beast mode'];
  for (const age of [0, 60_000, -60_000]) {
    expect(decodeAnswer(stored(tags, age), quickNames, NOW)).toEqual(tags);
  }
  for (const age of [60_001, -60_001]) {
    expect(decodeAnswer(stored(tags, age), quickNames, NOW)).toBeUndefined();
  }
});

it('drops what an earlier release stored, and invalid values', () => {
  for (const text of [null, '<html>', '[]', JSON.stringify({ at: NOW, tags: ['oud'] })]) {
    expect(decodeAnswer(text, quickNames, NOW)).toBeUndefined();
  }
});

it('returns nothing that the contract refuses', () => {
  const place = fc.record({ place: fc.string(), amount: fc.double() }, { requiredKeys: [] });
  const anything = fc.oneof(fc.jsonValue(), fc.array(fc.string()), fc.array(place));
  fc.assert(
    fc.property(anything, (value) => {
      const tags = decodeAnswer(stored(value), quickNames, NOW);
      if (tags) expect(z.safeParse(names, tags).success).toBe(true);
      const places = decodeAnswer(stored(value), quickPlaces, NOW);
      if (places) expect(z.safeParse(shippingPlaces, places).success).toBe(true);
    }),
  );
});
