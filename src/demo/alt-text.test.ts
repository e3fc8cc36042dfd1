import { describe, expect, it } from 'vitest';
import { altText } from './alt-text.ts';
import { colourWord, liquidWord } from './colour-words.ts';
import { readFragrances } from './fragrance-files.ts';
import { GALLERY } from './gallery.ts';

const fragrances = await readFragrances();
const named = (brand: string, name: string) => {
  const found = fragrances.find((one) => one.brand === brand && one.name === name);
  if (!found) throw new Error(`No ${brand} ${name}`);
  return found;
};

describe('the words for a picture', () => {
  const oudWood = named('Tom Ford', 'Oud Wood');

  it('say what the bottle, its liquid and its cap look like', () => {
    expect(altText({ fragrance: oudWood, shown: 'front' })).toMatch(
      /^Tom Ford Oud Wood, Eau de Parfum, \d+ ml: a six-sided bottle of (dark )?(amber|brown) liquid with a black six-sided stone cap$/,
    );
  });

  it('say what a scene shows and what the fragrance smells of', () => {
    const words = altText({ fragrance: oudWood, shown: 'scene' });
    expect(words).toContain('oud wood and drops of resin');
    expect(words).toContain(oudWood.notes.base[0]?.toLowerCase());
  });

  it('are different for every picture of the shop, and short enough to be listened to', () => {
    const words = fragrances.flatMap((fragrance) =>
      GALLERY.map((shown) => altText({ fragrance, shown })),
    );
    expect(new Set(words).size).toBe(words.length);
    for (const each of words) {
      expect(each.length).toBeLessThanOrEqual(170);
      expect(each).not.toMatch(/undefined|#|\ba [aeiou]/);
      expect(each).not.toMatch(/^(picture|image|photo)/i);
    }
  });
});

describe('a colour', () => {
  it.each([
    ['#15100f', 'black'],
    ['#f6f2ec', 'white'],
    ['#0e4a38', 'dark green'],
    ['#1f2d55', 'dark blue'],
    ['#5a1220', 'dark red'],
    ['#b06a2c', 'amber'],
    ['#5b2f1c', 'dark brown'],
    ['#f2c14e', 'gold'],
    ['#f3c6cf', 'pale pink'],
  ])('%s is called %s', (hex, word) => {
    expect(colourWord(hex)).toBe(word);
  });

  it('of water is clear', () => {
    expect(liquidWord('#f4f6f5')).toBe('clear');
  });
});
