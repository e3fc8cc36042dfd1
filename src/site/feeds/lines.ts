/** One line of a text. */
export interface Line<P> {
  /** Differs from line to line, and when the text may differ though the page of its product is the same. */
  id: string;
  /** The product that it is of; absent if the id says everything that it depends on. */
  product?: P | undefined;
  /** Makes it; undefined for a product without a line. */
  text: () => string | undefined;
}

/** A text of lines. */
export interface TextOfLines<P> {
  /** Lines before and after those of products. */
  head: readonly string[];
  lines: readonly Line<P>[];
  tail: readonly string[];
}

/**
 * The content type of a text of which the publisher has a part, as JSON: new lines, and numbers of lines of the
 * previous release.
 */
export const LINES = 'application/vnd.turare.lines+json';

/** The whole text. */
export const wholeText = ({ head, lines, tail }: TextOfLines<unknown>): string =>
  [...head, ...lines.flatMap(({ text }) => text() ?? []), ...tail, ''].join('\n');
