import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import {
  type Heading,
  LIST_FIELDS,
  MONEY_FIELDS,
  type SourceField,
} from '#backend/products/files/formats/format.ts';
import { productPath } from '#config/paths.ts';
import { htmlToText } from './cells/html-text.ts';
import { isHeading } from './headings.ts';
import { type OwnCells, ownReader } from './own-columns.ts';
import { optionsOf, type Recognised } from './recognise.ts';
import { type Sale, saleReader } from './sale-columns.ts';

/** A row of an export: the texts of its fields, unchanged. */
export interface SourceRow {
  row: number;
  /** Absent: the file has no such column. '' is an empty cell. */
  texts: Partial<Record<SourceField, string>>;
  /** The currencies named by the headings of its amounts. */
  currencies: Partial<Record<SourceField, string>>;
  /** The cells of several columns of one field, such as IMAGE1 to IMAGE10. */
  pictures: readonly string[];
  /** The product's options, in the order of their columns: 'Size' is '50 ml'. Both texts may be empty. */
  options: readonly { name: string; value: string }[];
  sku: string;
  /** The cells of this shop's extra columns. */
  own: OwnCells;
  /** Values of a list of sizes. */
  sizes: readonly string[];
  sale: Sale;
}

export function rowReader({
  format,
  headings,
  fields,
  currencies,
}: Recognised): (line: TableLine) => SourceRow {
  const at = (heading: Heading) => headings.findIndex((cell) => isHeading(heading, cell));
  const options = optionsOf(format).map((pair) => pair.map(at));
  const sale = saleReader(headings, new Set([...fields.values()].flat()));
  const { sizes } = format;
  const sku = format.sku === undefined ? -1 : at(format.sku);
  const own = ownReader(format, headings);
  const lists = sizes?.as === 'list' ? sizes.columns.map(at) : [];
  return ({ row, cells }) => {
    const cell = (column: number | undefined) => cells[column ?? -1]?.trim() ?? '';
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
      sku: plainOf('sku', cell(sku)),
      own: format.idsInAddresses ? ownByAddress(cell(sku), texts) : own(cell),
      sizes: lists.flatMap((column) => cell(column).split(/\s*,\s*/)).filter(Boolean),
      sale: withName(sale(cell), texts.name),
    };
  };
}

/** Adds the status that accounting programs write behind the name of a deleted product. */
function withName(sale: Sale, name = ''): Sale {
  const [said] = /\((?:deleted|inactive|archived|draft)\)$/i.exec(name) ?? [];
  return said && sale.status === 'shown'
    ? { ...sale, status: 'hidden', why: `The name ends with ${said}` }
    : sale;
}

/** Reads a Turare shop's own file: the product's id is in its address, and the shared id of several sizes is their group. */
function ownByAddress(id: string, { id: group = '', address = '' }: SourceRow['texts']): OwnCells {
  const marked = id !== '' && URL.parse(address)?.pathname === productPath(id);
  return { marked, cells: marked && group !== id ? { group } : {} };
}

/** Fields with one line and no markup. Some programs write '&amp;' in them. */
const LINES: readonly SourceField[] = [
  'name',
  'brand',
  'concentration',
  'size',
  'pictureWords',
  'sku',
];

const plainOf = (field: SourceField, text: string): string =>
  LINES.includes(field) ? htmlToText(text).text.replace(/\s+/g, ' ') : text;

const withBreaks = (texts: SourceRow['texts']): SourceRow['texts'] => ({
  ...texts,
  ...(texts.description && { description: texts.description.replaceAll('\\n', '\n') }),
  ...(texts.summary && { summary: texts.summary.replaceAll('\\n', '\n') }),
});
