import type { Format } from '#backend/products/files/formats/format.ts';

/** The entries of a list in one cell, as they stand there. */
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
