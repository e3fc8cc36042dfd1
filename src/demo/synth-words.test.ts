import { describe, expect, it } from 'vitest';
import { brands, duplicates, readJson, slug } from './files.harness.ts';

type SynthWords = Record<
  'brands' | 'nouns' | 'modifiers' | 'places' | 'occasions' | 'openings' | 'closings',
  string[]
>;

describe('words for synthetic catalogues', () => {
  const words = readJson('synth-words.json') as SynthWords;

  it.each([
    ['brands', 55],
    ['nouns', 80],
    ['modifiers', 80],
    ['places', 40],
    ['occasions', 12],
    ['openings', 24],
    ['closings', 24],
  ] as const)('has enough %s, each once', (list, atLeast) => {
    expect(words[list].length).toBeGreaterThanOrEqual(atLeast);
    expect(duplicates(words[list])).toEqual([]);
  });

  it('invents no brand that exists in the demo catalogue', () => {
    const real = brands.map(({ brand }) => slug(brand));
    expect(words.brands.filter((brand) => real.includes(slug(brand)))).toEqual([]);
  });

  it('knows no placeholders but those that the generator fills', () => {
    for (const template of [...words.openings, ...words.closings]) {
      for (const [, name] of template.matchAll(/\{(.*?)\}/g)) {
        expect(['note1', 'note2', 'note3', 'brand', 'occasion']).toContain(name);
      }
      expect(template).toMatch(/[.]$/);
    }
    for (const template of words.openings) expect(template).toMatch(/\{note[123]\}/);
  });
});
