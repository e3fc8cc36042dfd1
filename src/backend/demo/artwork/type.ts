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

/** Sets one line. Letters a face lacks are drawn without their marks; what then is still missing is left out. */
export function setLine(face: Face, text: string, tracking = 0): Line {
  const { glyphs, kern, capHeight } = outlines(face);
  let markup = '';
  let x = 0;
  let last = '';
  for (const char of text.normalize('NFC')) {
    const plain = char.normalize('NFD').charAt(0);
    const key = glyphs[char] ? char : plain;
    const glyph = glyphs[key];
    if (!glyph) continue;
    x += (kern[last + key] ?? 0) + (last ? tracking : 0);
    if (glyph[1]) markup += `<path transform="translate(${x} 0)" d="${glyph[1]}"/>`;
    x += glyph[0];
    last = key;
  }
  return { markup, width: x, capHeight };
}
