import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { names, shippingPlaces } from '#contract/app-data.ts';
import { quickPlaces } from '#site/delivery/kept-places.ts';
import { quickNames } from '#site/product-data/names.ts';
import { createCache, createTabCache } from './minute.ts';

const NOW = 1_800_000_000_000;
let kept: string | null = null;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal('sessionStorage', {
    getItem: () => kept,
    setItem: (_: string, text: string) => {
      kept = text;
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const tags = createTabCache('turare:tags', quickNames);
const places = createTabCache('turare:shipping-places', quickPlaces);

it('returns an answer for a minute, also if the clock is changed', () => {
  const answer = ['oud', 'beast mode'];
  const memory = createCache<string[]>();
  tags.set(answer);
  memory.set('tags', answer);
  for (const age of [0, 60_000, -60_000]) {
    vi.setSystemTime(NOW + age);
    expect([tags.get(), memory.get('tags')]).toEqual([answer, answer]);
  }
  for (const age of [60_001, -60_001]) {
    vi.setSystemTime(NOW + age);
    expect([tags.get(), memory.get('tags')]).toEqual([undefined, undefined]);
  }
});

it('keeps the newest answers in memory, but no dropped ones', () => {
  const memory = createCache<number>(2);
  for (const number of [1, 2, 1, 3]) memory.set(String(number), number);
  expect(['1', '2', '3'].map((key) => memory.get(key))).toEqual([1, undefined, 3]);
  memory.drop('1');
  expect(memory.get('1')).toBeUndefined();
});

it('drops values of an earlier release, and invalid ones', () => {
  for (const text of [null, '<html>', '[]', JSON.stringify({ at: NOW, tags: ['oud'] })]) {
    kept = text;
    expect(tags.get()).toBeUndefined();
  }
});

it('returns nothing that the contract refuses', () => {
  const place = fc.record({ place: fc.string(), amount: fc.double() }, { requiredKeys: [] });
  const anything = fc.oneof(fc.jsonValue(), fc.array(fc.string()), fc.array(place));
  fc.assert(
    fc.property(anything, (value) => {
      kept = JSON.stringify({ at: NOW, value });
      const [foundTags, foundPlaces] = [tags.get(), places.get()];
      if (foundTags) expect(z.safeParse(names, foundTags).success).toBe(true);
      if (foundPlaces) expect(z.safeParse(shippingPlaces, foundPlaces).success).toBe(true);
    }),
  );
});
