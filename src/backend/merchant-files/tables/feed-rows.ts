import { Refusal } from './refusal.ts';
import type { TableLine } from './table-line.ts';
import { type Handlers, readXml } from './xlsx/xml.ts';

/** The elements that are rows, in RSS and in Atom. */
const ROWS = new Set(['item', 'entry']);
const MOST_COLUMNS = 200;
/** The most characters of a row. */
const LONGEST_ROW = 1_000_000;
type Row = Map<string, string>;

/**
 * Yields the rows of a product feed in XML, such as Google's, below a line with their elements' names. Joins the texts of
 * a repeated element with commas. A fact with a name (`attribute_name`) becomes a column of that name.
 * @param bytes - opens the file, which is read twice.
 * @throws Refusal with a sentence for the merchant if it is not well-formed, has a document type, or is not a feed.
 */
export async function* feedRows(bytes: () => AsyncIterable<Uint8Array>): AsyncGenerator<TableLine> {
  const names = new Set<string>();
  for await (const rows of readXml(bytes(), rowsOf)) {
    for (const name of rows.flatMap((row) => [...row.keys()])) names.add(name);
    if (names.size > MOST_COLUMNS) break;
  }
  if (names.size === 0 || names.size > MOST_COLUMNS) {
    throw new Refusal('The file is XML, but not a product feed. Save its table as .xlsx or CSV.');
  }
  let row = 1;
  yield { row, cells: [...names] };
  for await (const rows of readXml(bytes(), rowsOf)) {
    for (const one of rows)
      yield { row: ++row, cells: [...names].map((name) => one.get(name) ?? '') };
  }
}

function rowsOf(emit: (row: Row) => void): Handlers {
  let row: Row | undefined;
  let [depth, size, text, fact] = [0, 0, '', ''];
  const put = (name: string) =>
    row?.set(name, [row.get(name), text.trim()].filter(Boolean).join(', '));
  return {
    open(name, { href = '' }) {
      if (row) depth++;
      else if (ROWS.has(name)) [row, depth, size] = [new Map(), 0, 0];
      // Atom has the address of a product in an attribute.
      text = name === 'link' ? href : '';
    },
    text(piece) {
      size += piece.length;
      if (row && size > LONGEST_ROW) throw new Refusal('A product of the feed is too long.');
      text += piece;
    },
    close(name) {
      if (row && depth === 0) {
        emit(row);
        row = undefined;
      }
      if (name === 'attribute_name') fact = text.trim();
      else if (name === 'attribute_value') put(fact);
      else if (depth === 1) put(name);
      depth--;
      text = '';
    },
  };
}
