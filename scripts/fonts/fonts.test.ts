import { readFileSync } from 'node:fs';
import { create } from 'fontkitten';
import { expect, test } from 'vitest';
import { CHARACTERS } from './characters.ts';

/** The budget for a page that needs every part (decision 23). */
const MOST_BYTES = 24 * 1024;
const STYLES = new URL('../../src/look/', import.meta.url);

/** The font files of fonts.css, in its order. */
const parts = [...readFileSync(new URL('fonts.css', STYLES), 'utf8').matchAll(/@font-face {.*?}/gs)]
  .map(([rule]) => ({
    family: /font-family: "(.*?)"/.exec(rule)?.[1],
    file: /url\("(.*?)"\)/.exec(rule)?.[1],
    ranges: [...rule.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(([, from = '', to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    })),
  }))
  .filter(({ file }) => file !== undefined)
  .map(({ family, file = '', ranges }) => {
    const bytes = readFileSync(new URL(file, STYLES));
    const font = create(bytes);
    if (font.isCollection) throw new Error(`${file} is a collection`);
    return { family, file, ranges, font, size: bytes.length };
  });

/** Returns the part that a browser uses for a character: the last one whose range has it. */
const partFor = (family: string, code: number) =>
  parts.findLast(
    (part) =>
      part.family === family &&
      (part.ranges.length === 0 || part.ranges.some(({ from, to }) => from <= code && code <= to)),
  );

test.each(['Brygada', 'Fira'])(
  '%s has every character in the part that a browser uses for it',
  (family) => {
    const lacking = CHARACTERS.filter((char) => {
      const code = char.codePointAt(0) ?? 0;
      return !partFor(family, code)?.font.hasGlyphForCodePoint(code);
    });
    expect(lacking).toEqual([]);
  },
);

test('all parts together are within the budget', () => {
  // A file of two faces is fetched once.
  const sizes = new Map(parts.map(({ file, size }) => [file, size]));
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});
