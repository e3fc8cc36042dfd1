import { create } from 'fontkitten';

/** The measures that decide how much room a text takes, in em. */
export interface Metrics {
  ascent: number;
  descent: number;
  lineGap: number;
  /** The mean width of a character of English text. */
  width: number;
}

/** How often each character occurs in a text. */
export type Frequencies = ReadonlyMap<string, number>;

export function frequencies(text: string): Frequencies {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return counts;
}

export function measure(file: Buffer, weights: Frequencies): Metrics {
  const font = create(file);
  if (font.isCollection) throw new Error('Give one font, not a collection');
  let sum = 0;
  let total = 0;
  for (const [char, count] of weights) {
    const code = char.codePointAt(0) ?? 0;
    if (!font.hasGlyphForCodePoint(code)) continue;
    sum += font.glyphForCodePoint(code).advanceWidth * count;
    total += count;
  }
  const em = font.unitsPerEm;
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
    width: sum / total / em,
  };
}

/** The characters of `wanted` that a font lacks. */
export function missing(file: Buffer, wanted: readonly string[]): string[] {
  const font = create(file);
  if (font.isCollection) throw new Error('Give one font, not a collection');
  return wanted.filter((char) => !font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
}
