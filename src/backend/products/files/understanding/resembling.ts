import { FORMATS, NAMED } from '#backend/products/files/formats/index.ts';
import { isHeading } from './headings.ts';
import { headingsOf, type Recognised, unreadColumns } from './recognise.ts';

/** The number of one program's typical columns that cannot be a coincidence. */
const TELLING = 3;
/** The number of unread columns at which a list counts as a program's, if fewer columns are read. */
const MANY = 8;
/** The number of columns that a question names. */
const SHOWN = 5;

/**
 * Returns the program that a list seems to be from, and the columns that it would lose: "Shopify: 'Handle', 'Vendor' and 3
 * more".
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
