import { createReadStream } from 'node:fs';
import { COLUMN_NAMES, findColumn } from '#backend/services/catalogue-import/columns.ts';
import { type ReadRow, readRow } from '#backend/services/catalogue-import/rows.ts';
import { csvRows } from '#scripts/csv/reading.ts';
import { decodeText, linesOf } from '#scripts/csv/text.ts';
import type { Format } from './arguments.ts';

/**
 * The bytes of a file, or of standard input if the path is null.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function* openFile(path: string | null): AsyncGenerator<Uint8Array> {
  if (path === null) return yield* process.stdin;
  try {
    yield* createReadStream(path);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'ENOENT') throw new Error(`The file ${path} does not exist.`);
    throw new Error(`${path} cannot be read.`, { cause });
  }
}

/**
 * The products of a file, row by row.
 * @throws Error with a sentence for the merchant if the file or its heading cannot be read.
 */
export function readProducts(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
): AsyncGenerator<ReadRow> {
  const text = decodeText(bytes);
  return format === 'csv' ? fromCsv(text) : fromJsonLines(text);
}

async function* fromCsv(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  let columns: string[] | null = null;
  for await (const { row, cells } of csvRows(text)) {
    if (!columns) {
      columns = readHeading(withoutEmptyEnd(cells, 0));
      continue;
    }
    const filled = withoutEmptyEnd(cells, columns.length);
    if (filled.length !== columns.length) {
      const message = `The row has ${filled.length} cells for ${columns.length} columns: put a text with a separator in it between quotation marks.`;
      yield { ok: false, row, faults: [{ row, column: null, message }] };
      continue;
    }
    yield readRow(row, Object.fromEntries(columns.map((name, at) => [name, filled[at]])));
  }
}

/** Drops the empty cells that spreadsheets write to the right of a table. */
function withoutEmptyEnd(cells: readonly string[], least: number): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells.slice(0, Math.max(last + 1, least));
}

function readHeading(cells: readonly string[]): string[] {
  const found = cells.map(findColumn);
  const faults = found.flatMap((one) => (one.ok ? [] : [one.sentence]));
  const names = found.flatMap((one) => (one.ok ? [one.name] : []));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  faults.push(...twice.map((name) => `The column '${name}' appears twice.`));
  if (faults.length === 0) return names;
  throw new Error(
    `The heading of the file is not valid.\n${faults.map((fault) => `  ${fault}\n`).join('')}The columns are ${COLUMN_NAMES.join(', ')}.`,
  );
}

async function* fromJsonLines(text: AsyncIterable<string>): AsyncGenerator<ReadRow> {
  let row = 0;
  for await (const line of linesOf(text)) {
    row++;
    if (line.trim() === '') continue;
    const cells = readObject(line);
    if (cells) yield readRow(row, cells);
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
