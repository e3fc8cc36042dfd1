import { FORMATS, NAMED } from '#backend/products/files/formats/index.ts';
import { isHeading } from './headings.ts';
import { headingsOf, type Recognised, unreadColumns } from './recognise.ts';

/** So many columns of one program, which no merchant has in a list, are no chance. */
const TELLING = 3;
/** A list with so many columns that are not read, and fewer that are, was written by a program. */
const MANY = 8;
/** Columns that a question names. */
const SHOWN = 5;

/**
 * The program that a list seems to be from, and the columns that a list loses: "Shopify: 'Handle', 'Vendor' and 3 more".
 * @param filled - the columns that have cells.
 */
export function resembling(table: Recognised, filled: ReadonlySet<number>): string | undefined {
  if (table.format.marks.length > 0) return undefined;
  const unread = unreadColumns(table);
  const lost = unreadColumns(table, filled);
  const [best] = [
    ...FORMATS.map((format) => [format.name, ...headingsOf(format)] as const),
    ...NAMED,
  ]
    .map(([name, ...headings]) => {
      const telling = unread.filter((cell) => headings.some((heading) => isHeading(heading, cell)));
      return { name, count: telling.length };
    })
    .toSorted((one, other) => other.count - one.count);
  const isProgram = best !== undefined && best.count >= TELLING;
  const isMany = unread.length >= MANY && unread.length > table.fields.size;
  if (lost.length === 0 || !(isProgram || isMany)) return undefined;
  const more = lost.length - SHOWN;
  const columns = lost.slice(0, SHOWN).map((heading) => `'${heading}'`);
  return `${isProgram ? best.name : 'another program'}: ${columns.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
