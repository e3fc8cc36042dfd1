import { create } from 'fontkitten';

/** The measures that decide how much room a text takes, in em. */
export interface Metrics {
  ascent: number;
  descent: number;
  lineGap: number;
}

export function measure(file: Buffer): Metrics {
  const font = create(file);
  if (font.isCollection) throw new Error('Give one font, not a collection');
  const em = font.unitsPerEm;
  return {
    ascent: font.ascent / em,
    descent: -font.descent / em,
    lineGap: font.lineGap / em,
  };
}

/** Returns the characters of `wanted` that a font lacks. */
export function missing(file: Buffer, wanted: readonly string[]): string[] {
  const font = create(file);
  if (font.isCollection) throw new Error('Give one font, not a collection');
  return wanted.filter((char) => !font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0));
}
