import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { htmlToText } from './cells/html-text.ts';
import { type Format, LIST_FIELDS, MONEY_FIELDS, type SourceField } from './formats/format.ts';
import { type OwnCells, ownReader } from './own-columns.ts';
import { isHeading, type Recognised } from './recognise.ts';

/** What a row of an export says: the texts of its fields, as they stand there. */
export interface SourceRow {
  row: number;
  /** Absent: the file has no such column. '' is an empty cell. */
  texts: Partial<Record<SourceField, string>>;
  /** The currencies that the headings of its amounts name. */
  currencies: Partial<Record<SourceField, string>>;
  /** The cells of several columns of one field, such as IMAGE1 to IMAGE10. */
  pictures: readonly string[];
  /** The product's options, in the order of their columns: 'Size' is '50 ml'. Both texts may be empty. */
  options: readonly { name: string; value: string }[];
  sku: string;
  /** What columns of ours say. */
  own: OwnCells;
  /** Values of a list of sizes. */
  sizes: readonly string[];
  status: 'shown' | 'hidden' | 'retired';
  /** What the row is, if it is no goods to pack. */
  leftOut: string | undefined;
}

/** Reads the rows below the headings. */
export function rowReader({
  format,
  headings,
  fields,
  currencies,
}: Recognised): (line: TableLine) => SourceRow {
  const at = (heading: string) => headings.findIndex((cell) => isHeading(heading, cell));
  const options = (format.options ?? []).map((pair) => pair.map(at));
  const meanings = <T>(all: Format['status'] | Format['leftOut']) =>
    (all ?? []).map(({ column, values }) => ({
      column: at(column),
      values: new Map(Object.entries(values) as [string, T][]),
    }));
  const status = meanings<'hidden' | 'retired'>(format.status);
  const leftOut = meanings<string>(format.leftOut);
  const { sizes } = format;
  const sku = format.sku === undefined ? -1 : at(format.sku);
  const own = ownReader(format, headings);
  const lists = sizes?.as === 'list' ? sizes.columns.map(at) : [];
  return ({ row, cells }) => {
    const cell = (column: number | undefined) => cells[column ?? -1]?.trim() ?? '';
    /** The first meaning that a column has. A cell may hold several words: 'simple, virtual'. */
    const meant = <T>(all: { column: number; values: Map<string, T> }[]) =>
      all
        .flatMap(({ column, values }) =>
          cell(column)
            .toLowerCase()
            .split(/\s*,\s*/)
            .flatMap((word) => values.get(word) ?? []),
        )
        .at(0);
    const texts = Object.fromEntries(
      [...fields].map(([field, columns]) => [
        field,
        plainOf(
          field,
          LIST_FIELDS.has(field)
            ? [...new Set(columns.map(cell).filter(Boolean))].join(format.separator ?? '|')
            : (columns.map(cell).find((text) => text !== '') ?? ''),
        ),
      ]),
    );
    const priced = [...fields].flatMap(([field, columns]) => {
      const at = columns.find((column) => cell(column) !== '');
      const currency = at === undefined ? undefined : currencies.get(at);
      return MONEY_FIELDS.has(field) && currency ? [[field, currency]] : [];
    });
    return {
      row,
      texts: format.writtenBreaks ? withBreaks(texts) : texts,
      currencies: Object.fromEntries(priced),
      pictures: (fields.get('pictures') ?? []).map(cell).filter(Boolean),
      options: options.map(([name, value]) => ({
        name: cell(name),
        value: plainOf('size', cell(value)),
      })),
      sku: cell(sku),
      own: own(cell),
      sizes: lists.flatMap((column) => cell(column).split(/\s*,\s*/)).filter(Boolean),
      status: meant(status) ?? 'shown',
      leftOut: meant(leftOut),
    };
  };
}

/** These are one line without markup; some programs write '&amp;' in them. */
const LINES: readonly SourceField[] = ['name', 'brand', 'concentration', 'size'];

const plainOf = (field: SourceField, text: string): string =>
  LINES.includes(field) ? htmlToText(text).text.replace(/\s+/g, ' ') : text;

const withBreaks = (texts: SourceRow['texts']): SourceRow['texts'] => ({
  ...texts,
  ...(texts.description && { description: texts.description.replaceAll('\\n', '\n') }),
  ...(texts.summary && { summary: texts.summary.replaceAll('\\n', '\n') }),
});
