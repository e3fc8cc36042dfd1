export interface Line<P> {
  /** Unique among the lines. It changes when the text may change although the product's page does not. */
  id: string;
  /** The product of the line; absent if the id covers everything that the line depends on. */
  product?: P | undefined;
  /** Returns the text; undefined for a product without a line. */
  text: () => string | undefined;
}

export interface TextOfLines<P> {
  /** Lines before the products; `tail` has those after them. */
  head: readonly string[];
  lines: readonly Line<P>[];
  tail: readonly string[];
}

/** The content type of a partial text, as JSON: new lines, and numbers of lines of the previous release. */
export const LINES = 'application/vnd.turare.lines+json';

export const wholeText = ({ head, lines, tail }: TextOfLines<unknown>): string =>
  [...head, ...lines.flatMap(({ text }) => text() ?? []), ...tail, ''].join('\n');
