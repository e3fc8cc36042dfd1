import type { Heading } from './formats/format.ts';

/** Characters of a heading that is looked at. */
const LONGEST = 120;

/** Whether a cell is this heading. */
export function isHeading(heading: Heading, cell: string): boolean {
  if (cell.length > LONGEST) return false;
  if (typeof heading !== 'string') {
    const text = plainOf(cell, written);
    return heading.test(text) || (text.includes('_') && heading.test(text.replaceAll('_', ' ')));
  }
  const plain = plainHeading(cell);
  return heading.includes(' | ')
    ? heading.split(' | ').some((spelling) => plainHeading(spelling) === plain)
    : plainHeading(heading) === plain;
}

/** A heading without what changes from file to file: 'Compare-at price' is 'compare at price', and 'g:image_link' 'image link'. */
export const plainHeading = (text: string): string => plainOf(text.slice(0, LONGEST), plain);

const written = {
  of: (text: string) => text.trim().normalize('NFKC'),
  known: new Map<string, string>(),
};
const plain = {
  of: (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/^[\s*]*(?:g:)?/, '')
      .replaceAll('’', "'")
      .replace(/[\s_-]+/g, ' ')
      .replace(/[\s*?:]+$/, ''),
  known: new Map<string, string>(),
};
/** Each cell of a file's first lines is compared with hundreds of headings. */
const MOST_KNOWN = 5000;

function plainOf(text: string, { of, known }: typeof plain): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size === MOST_KNOWN) known.clear();
  const made = of(text);
  known.set(text, made);
  return made;
}
