import type { Heading } from './formats/format.ts';

/** Characters of a heading that is looked at. */
const LONGEST = 200;

/** Whether a cell is this heading. */
export function isHeading(heading: Heading, cell: string): boolean {
  if (cell.length > LONGEST) return false;
  const text = cell.trim().normalize('NFKC');
  if (typeof heading !== 'string') {
    return heading.test(text) || heading.test(text.replaceAll('_', ' '));
  }
  const plain = plainHeading(text);
  return heading.split(' | ').some((spelling) => plainHeading(spelling) === plain);
}

/** A heading without what changes from file to file: 'Compare-at price' is 'compare at price', and 'g:image_link' 'image link'. */
export const plainHeading = (text: string): string =>
  text
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^[\s*]*(?:g:)?/, '')
    .replaceAll('’', "'")
    .replace(/[\s_-]+/g, ' ')
    .replace(/[\s*?:]+$/, '');
