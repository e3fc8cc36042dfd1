import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distance, LEAST_LIKENESS, likeness } from './likeness.ts';

const rate = (token: string, word: string, evidence = {}) =>
  likeness(token, word, { trigrams: 0, soundsAlike: false, stillTyped: false, ...evidence });

describe('likeness', () => {
  it.each([
    ['sauvage', 'sauvage'],
    ['sauvgae', 'sauvage'],
    ['opuim', 'opium'],
    ['frod', 'ford'],
    ['amuage', 'amouage'],
    ['baccar', 'baccarat'],
    ['bacar', 'baccarat'],
  ])('%s may be %s', (token, word) => {
    expect(rate(token, word)).toBeGreaterThanOrEqual(LEAST_LIKENESS);
  });

  it.each([
    ['rose', 'lion'],
    ['5', '540'],
    ['211', '212'],
    ['a', 'amber'],
    ['de', 'desert'],
  ])('%s is not %s', (token, word) => {
    expect(rate(token, word)).toBe(0);
  });

  it('takes a short word for a beginning only if it is typed last', () => {
    expect(rate('de', 'desert', { stillTyped: true })).toBeGreaterThan(0.8);
  });

  it('accepts a word that sounds alike where spelling is not enough', () => {
    expect(rate('jivanshi', 'givenchy')).toBe(0);
    expect(rate('jivanshi', 'givenchy', { soundsAlike: true })).toBeGreaterThanOrEqual(
      LEAST_LIKENESS,
    );
  });

  it('is 1 for the same word and less for every other', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(word, word, (token, other) => {
        expect(rate(token, token)).toBe(1);
        if (token !== other) expect(rate(token, other, { trigrams: 1 })).toBeLessThan(1);
      }),
    );
  });
});

describe('distance', () => {
  it('is symmetric, and a swap of neighbours is one step', () => {
    expect(distance('ab', 'ba')).toBe(1);
    expect(distance('', 'abc')).toBe(3);
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(distance(a, b)).toBe(distance(b, a));
        expect(distance(a, b) === 0).toBe(a === b);
      }),
    );
  });
});
