import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { unmarkFormula } from '#backend/merchant-files/formula.ts';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { linesOf } from '#backend/merchant-files/tables/text.ts';
import { MOST_BYTES } from './limits.ts';
import type { Line } from './main.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');
/** Keeps the process below 300 MB: workbooks that are made to use up this heap take 285. */
const MEMORY = ['--max-old-space-size=176', '--max-semi-space-size=8'];
type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Characters of an unexpected error that are kept. */
const QUOTED = 4000;

/** Which sheet of a workbook to read, by its name, and how to name one. */
export interface SheetWish {
  sheet?: string | undefined;
  hint?: string;
}

/**
 * The rows of a workbook. A process of its own reads it, since a file that is made to do harm could take all memory or block
 * this process. It has none of our settings. It waits while the rows are not taken, and ends with them.
 * @throws Error with a sentence for the merchant if the workbook cannot be read.
 */
export async function* xlsxRows(
  file: FileHandle,
  { sheet = '', hint = '' }: SheetWish,
): AsyncGenerator<TableLine> {
  const { size } = await file.stat();
  if (size > MOST_BYTES) {
    throw new Error(
      `The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Save the sheet as CSV, or split it.`,
    );
  }
  const child = spawn(process.execPath, [...MEMORY, PROGRAM, sheet, hint], {
    stdio: ['ignore', 'pipe', 'pipe', file.fd],
    env: {},
  }) as Child;
  const ended = endOf(child);
  try {
    for await (const line of linesOf(child.stdout.setEncoding('utf8'))) {
      const read = JSON.parse(line) as Line;
      if (read === null) return;
      if (typeof read === 'string') throw new Error(read);
      const [row, cells] = read;
      yield { row, cells: cells.map(unmarkFormula) };
    }
    throw await ended;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Why the process ended before it had read the workbook. */
async function endOf(child: Child): Promise<Error> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    said = (said + more).slice(-QUOTED);
  });
  const [code, signal] = await once(child, 'close').catch((error: unknown) => {
    said = String(error);
    return [];
  });
  // V8 aborts, and a system that is short of memory kills.
  if (/out of memory/i.test(said) || signal === 'SIGKILL') {
    return new Error(
      'The file needs too much memory to be read. Save the sheet as CSV, or split it.',
    );
  }
  return new Error('The file could not be read. Save the sheet as CSV.', {
    cause: said || `the process ended with ${signal ?? code}`,
  });
}
