import { COLUMN_NAMES } from '#backend/services/catalogue-import/columns.ts';
import { type ReadRow, readRow } from '#backend/services/catalogue-import/rows.ts';
import { tableRows } from '#scripts/csv/table.ts';
import { decodeText, linesOf } from '#scripts/csv/text.ts';
import type { Format } from './arguments.ts';

/**
 * The products of a file, row by row.
 * @param onUnknown - receives the name of each column that does not exist, which is left out. Without it they are faults.
 * @throws Error with a sentence for the merchant if the file or its heading cannot be read.
 */
export function readProducts(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
  onUnknown?: (column: string) => void,
): AsyncGenerator<ReadRow> {
  const text = decodeText(bytes);
  return format === 'csv' ? fromCsv(text, onUnknown) : fromJsonLines(text, onUnknown);
}

const HINT = 'Without the others, add --ignore-unknown.';

async function* fromCsv(
  text: AsyncIterable<string>,
  onUnknown?: (column: string) => void,
): AsyncGenerator<ReadRow> {
  for await (const read of tableRows(text, COLUMN_NAMES, { onUnknown, hint: HINT })) {
    const { row } = read;
    if ('named' in read) yield readRow(row, read.named);
    else yield { ok: false, row, faults: [{ row, column: null, message: read.fault }] };
  }
}

async function* fromJsonLines(
  text: AsyncIterable<string>,
  onUnknown?: (column: string) => void,
): AsyncGenerator<ReadRow> {
  let row = 0;
  for await (const line of linesOf(text)) {
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
