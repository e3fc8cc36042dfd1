import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Line } from './main.ts';
import type { TableOptions } from './reader.ts';
import type { TableLine } from './table-line.ts';
import { linesOf } from './text.ts';
import type { Said } from './xlsx/rows.ts';

const PROGRAM = join(import.meta.dirname, 'main.ts');
/** Keeps the process below 300 MB: workbooks that are made to exhaust this heap take 285. */
const MEMORY = ['--max-old-space-size=176', '--max-semi-space-size=8'];
type Child = ChildProcessByStdio<null, Readable, Readable>;

/** The characters of an unexpected error that are kept. */
const QUOTED = 4000;

/**
 * Yields the rows of a table. A separate process reads it, because a file may exhaust memory or keep a process busy for
 * minutes. It has none of this process's settings, waits while no rows are taken, and ends with them.
 * @param options.said - receives the notes about the table before the first row.
 * @param options.signal - ends it, whether or not its rows are being taken.
 * @throws Error with a sentence for the merchant if the table cannot be read.
 */
export async function* rowsByChild(
  file: FileHandle,
  options: TableOptions,
  { said, signal }: { said: Said; signal?: AbortSignal | undefined },
): AsyncGenerator<TableLine> {
  const child = spawn(process.execPath, [...MEMORY, PROGRAM, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe', file.fd],
    // A folder of compiled sources, if there is one, halves the start-up time.
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  }) as Child;
  // The process has its own descriptor.
  await file.close();
  const ended = endOf(child);
  try {
    for await (const text of linesOf(child.stdout.setEncoding('utf8'))) {
      const line = JSON.parse(text) as Line;
      if (line === null) return;
      if (typeof line === 'string') throw new Error(line);
      if ('notes' in line) {
        said.notes.push(...line.notes);
        Object.assign(said.hidden, line.hidden);
      } else yield { row: line[0], cells: line[1] };
    }
    throw await ended;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Returns why the process ended before it had read the table. */
async function endOf(child: Child): Promise<Error> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => {
    said = (said + more).slice(-QUOTED);
  });
  const [code, signal] = await once(child, 'close').catch((error: unknown) => {
    said = String(error);
    return [];
  });
  // V8 aborts if it runs out of memory, and the system kills processes if it runs short.
  if (/out of memory/i.test(said) || signal === 'SIGKILL') {
    return new Error(
      'The file needs too much memory to be read. Save the sheet as CSV, or split it.',
    );
  }
  return new Error('The file could not be read. Save the sheet as CSV.', {
    cause: said || `the process ended with ${signal ?? code}`,
  });
}
