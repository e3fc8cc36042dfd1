import { decodeText, linesOf } from '#backend/merchant-files/tables/text.ts';
import { BYTE_ORDER_MARK, csvLine } from '#backend/merchant-files/writing.ts';
import { cellsOf } from '#backend/products/fields/cells-of.ts';
import { COLUMN_NAMES, COLUMNS, type OwnedProduct } from '#backend/products/fields/columns.ts';
import { type ReadRow, readRow } from '#backend/products/fields/rows.ts';
import type { Format } from './reading.ts';

/**
 * Reads the products of JSON lines (UTF-8), row by row.
 * @param onUnknown - receives the name of each unknown column, which is left out. Without it they are faults.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function* productsOfJsonLines(
  bytes: AsyncIterable<Uint8Array>,
  onUnknown?: (column: string) => void,
): AsyncGenerator<ReadRow> {
  let row = 0;
  for await (const line of linesOf(decodeText(bytes))) {
    row++;
    if (line.trim() === '') continue;
    const cells = readObject(line);
    if (cells) yield readRow(row, cells, onUnknown);
    else {
      const message =
        'The line is not a JSON object such as {"name": "Oud Wood", "price": 450000}.';
      yield { ok: false, row, faults: [{ row, column: null, message }] };
    }
  }
}

function readObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Yields a file of products, piece by piece. */
export async function* writeProducts(
  products: AsyncIterable<OwnedProduct>,
  format: Format,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(COLUMN_NAMES);
  for await (const product of products) {
    yield format === 'csv' ? csvLine(cellsOf(product)) : jsonLine(product);
  }
}

const jsonLine = (product: OwnedProduct): string =>
  `${JSON.stringify(Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].value(product)])))}\n`;
