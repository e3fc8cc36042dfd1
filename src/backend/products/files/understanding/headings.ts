import type { Heading } from '#backend/products/files/formats/format.ts';

/** The number of characters compared in a heading. */
const LONGEST = 120;
/** The size of the cache. Each cell of a file's first lines is compared with hundreds of headings. */
const MOST_KNOWN = 5000;
const known = new Map<string, string>();

export function isHeading(heading: Heading, cell: string): boolean {
  if (cell.length > LONGEST) return false;
  const plain = plainHeading(cell);
  if (typeof heading !== 'string') return heading.test(cell.trim()) || heading.test(plain);
  return heading.split(' | ').some((spelling) => plainHeading(spelling) === plain);
}

/**
 * Returns a heading without differences between files: 'Compare-at price' becomes 'compare at price', 'SalePrice' 'sale
 * price', and 'g:image_link' 'image link'. All forms of the Arabic alef become one.
 */
export function plainHeading(heading: string): string {
  const text = heading.slice(0, LONGEST);
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size === MOST_KNOWN) known.clear();
  const plain = text
    .normalize('NFKC')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/[أإآ]/g, 'ا')
    .replace(/^[\s*]*(?:g:)?/, '')
    .replaceAll('’', "'")
    .replace(/[\s_-]+/g, ' ')
    .replace(/[\s*?:]+$/, '');
  known.set(text, plain);
  return plain;
}
