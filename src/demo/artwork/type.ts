import { readFileSync } from 'node:fs';
import type { Face } from './recipe.ts';

/** Outlines of one face at 1000 units to the em, y downwards from the baseline; made by scripts/artwork/outlines.py. */
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

/** A line of type, set at 1000 units to the em with its left end at 0 and its baseline at y = 0. */
export interface Line {
  /** SVG markup. */
  markup: string;
  width: number;
  capHeight: number;
}

const dotBelow = '\u0323';

/**
 * Sets one line. The dot below of ẹ, ọ and ṣ is drawn with the face's own full stop; other marks a face lacks are left off, and so is a
 * letter that it lacks altogether.
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
