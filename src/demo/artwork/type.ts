import { readFileSync } from 'node:fs';
import type { Face } from './recipe.ts';

/** The outlines of one face, at 1000 units per em, with y downwards from the baseline. */
interface Outlines {
  capHeight: number;
  kern: Record<string, number>;
  glyphs: Record<string, [advance: number, path: string]>;
}

const loaded = new Map<Face, Outlines>();

function outlines(face: Face): Outlines {
  let found = loaded.get(face);
  if (!found) {
    found = JSON.parse(
      readFileSync(new URL(`./type/${face}.json`, import.meta.url), 'utf8'),
    ) as Outlines;
    loaded.set(face, found);
  }
  return found;
}

/** A line of type at 1000 units per em, with its left end at x = 0 and its baseline at y = 0. */
export interface Line {
  /** SVG markup. */
  markup: string;
  width: number;
  capHeight: number;
}

const dotBelow = '\u0323';

/**
 * Sets one line. Draws the dot below ẹ, ọ and ṣ with the full stop of the face. Leaves out other marks that the face
 * lacks, and letters that it lacks.
 */
export function setLine(face: Face, text: string, tracking = 0): Line {
  const { glyphs, kern, capHeight } = outlines(face);
  let markup = '';
  let x = 0;
  let last = '';
  for (const [letter] of text.normalize('NFD').matchAll(/\P{M}\p{M}*/gu)) {
    const dotted = letter.includes(dotBelow);
    const accented = letter.replace(dotBelow, '').normalize('NFC');
    const key = glyphs[accented] ? accented : letter.charAt(0);
    const glyph = glyphs[key];
    if (!glyph) continue;
    x += (kern[last + key] ?? 0) + (last ? tracking : 0);
    if (glyph[1]) markup += `<path transform="translate(${x} 0)" d="${glyph[1]}"/>`;
    const dot = glyphs['.'];
    if (dotted && dot) {
      const middle = x + (glyph[0] - dot[0]) / 2;
      markup += `<path transform="translate(${middle} 215)" d="${dot[1]}"/>`;
    }
    x += glyph[0];
    last = key;
  }
  return { markup, width: x, capHeight };
}
