import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldDescription } from './description.ts';

/** Returns a text without white space, which may change at a cut. */
const letters = (text: string) => text.replace(/\s/g, '');
const sentence = 'Oud from Assam meets damask rose and a little saffron. ';

it('shows a usual description as it is, each line as a paragraph', () => {
  expect(foldDescription('Rose.\n\n  Oud.  \r\nMusk.')).toEqual({
    shown: ['Rose.', 'Oud.', 'Musk.'],
    folded: [],
  });
  expect(foldDescription('')).toEqual({ shown: [], folded: [] });
  expect(foldDescription(sentence.repeat(16)).folded).toEqual([]);
});

it('cuts a long one after a sentence, and between paragraphs when these are short', () => {
  const { shown, folded } = foldDescription(sentence.repeat(90));
  expect(shown).toEqual([sentence.repeat(10).trim()]);
  expect(folded.join(' ')).toBe(sentence.repeat(80).trim());
  const lines = Array.from({ length: 60 }, (_, index) => sentence.trim() + index);
  const inLines = foldDescription(lines.join('\n'));
  expect([...inLines.shown, ...inLines.folded]).toEqual(lines);
  expect(inLines.shown.length).toBeGreaterThan(5);
});

it('loses no letter of any text, splits no character, and shows a beginning', () => {
  const word = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.constant('香水。'));
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', '. ', '\n', '', '\n\n')), { maxLength: 400 })
    .map((words) => words.flat().join(''));
  fc.assert(
    fc.property(text, (given) => {
      const { shown, folded } = foldDescription(given);
      expect(letters([...shown, ...folded].join(''))).toBe(letters(given));
      for (const part of [...shown, ...folded]) {
        expect(part).not.toBe('');
        if (given.isWellFormed()) expect(part.isWellFormed()).toBe(true);
      }
      if (letters(given) !== '') expect(shown).not.toEqual([]);
      expect(shown.join('').length).toBeLessThanOrEqual(900);
      if (folded.length > 0) expect(folded.join('\n').length).toBeGreaterThan(290);
    }),
  );
});
