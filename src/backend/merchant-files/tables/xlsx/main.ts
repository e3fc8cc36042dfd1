import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refusal } from './refusal.ts';
import { workbookRows } from './rows.ts';

/** A line that it writes: a row, at the end null, or the sentence of a refusal. */
export type Line = [row: number, cells: string[]] | null | string;

/**
 * The program that reads a workbook in a process of its own, which child.ts starts. Its file is open as this descriptor, and its
 * arguments may be the name of a sheet and a hint, both of which may be empty. It writes lines of JSON.
 */
const FILE = 3;
const [sheet = '', hint] = process.argv.slice(2);

async function* lines(): AsyncGenerator<string> {
  try {
    for await (const batch of workbookRows(FILE, sheet || undefined, hint)) {
      yield batch.map(({ row, cells }) => jsonLine([row, cells])).join('');
    }
    yield jsonLine(null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield jsonLine(error.message);
  }
}

const jsonLine = (line: Line) => `${JSON.stringify(line)}\n`;

await pipeline(Readable.from(lines()), process.stdout);
