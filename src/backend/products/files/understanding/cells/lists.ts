import type { Format } from '#backend/products/files/formats/format.ts';

/** Returns the entries of a list in one cell, unchanged. */
export function piecesOf(
  text: string,
  { separator, escapedSeparator }: Pick<Format, 'separator' | 'escapedSeparator'>,
): string[] {
  if (!separator) return text.split(/[|;\n]/);
  if (!escapedSeparator) return text.split(separator);
  return text
    .split(new RegExp(`(?<!\\\\)${separator}`))
    .map((piece) => piece.replaceAll(`\\${separator}`, separator));
}
