import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isChoice, partsOf, type SetPart, setFault, writeParts } from './sets.ts';

const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,30}$/);
const somePart: fc.Arbitrary<SetPart> = fc.record({
  productId: id,
  quantity: fc.integer({ min: 1, max: 99 }),
});
const someParts = fc.uniqueArray(somePart, { maxLength: 12, selector: (part) => part.productId });

describe('the parts of a set', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(someParts, (parts) => {
        expect(partsOf({ parts: writeParts(parts) })).toEqual(parts);
      }),
      { numRuns: 500, seed: 38 },
    );
  });

  it('count together when they are named twice', () => {
    expect(partsOf({ parts: ' oud  amber*2\noud*3 ' })).toEqual([
      { productId: 'oud', quantity: 4 },
      { productId: 'amber', quantity: 2 },
    ]);
  });

  it('do not exist if the product is not a set', () => {
    expect([partsOf({}), partsOf({ parts: null }), partsOf({ parts: ' ' })]).toEqual([[], [], []]);
  });
});

it('a choice has the set’s number of parts, each once', () => {
  const set = { parts: 'a b c', choose: 2 };
  expect(isChoice(set, ['c', 'a'])).toBe(true);
  for (const chosen of [[], ['a'], ['a', 'a'], ['a', 'd'], ['a', 'b', 'c']]) {
    expect([chosen, isChoice(set, chosen)]).toEqual([chosen, false]);
  }
  expect(isChoice({ parts: 'a b' }, [])).toBe(false);
});

it.each([
  [{ parts: 'a b*2' }, undefined],
  [{ parts: 'a b c', choose: 2 }, undefined],
  [{}, undefined],
  [{ choose: 2 }, /no parts to choose from/],
  [{ parts: 'a box' }, /names the set itself/],
  [{ parts: 'a*99 a' }, /more than 99 of a/],
  [{ parts: Array.from({ length: 41 }, (_, n) => `a${n}`).join(' ') }, /more than 40 parts/],
  [{ parts: 'a b', choose: 3 }, /has 2 parts, and the shopper is to choose 3/],
  [{ parts: 'a b*2', choose: 1 }, /one of each/],
] as const)('%j is a set, or says what is wrong', (set, fault) => {
  const found = setFault('box', set);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});
