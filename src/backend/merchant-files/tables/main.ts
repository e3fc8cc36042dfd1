import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readTable } from './reader.ts';
import { Refusal } from './refusal.ts';
import type { TableLine } from './table-line.ts';

/** A line that it writes: a note for the merchant, a row, at the end null, or the sentence of a refusal. */
export type Line = { note: string } | [row: number, cells: readonly string[]] | null | string;

/**
 * The program that reads a merchant's table in a process of its own, which child.ts starts. The file is open as this descriptor.
 * Its argument is what is wanted of it, as JSON. It writes lines of JSON.
 */
const FILE = 3;

async function* lines(): AsyncGenerator<string> {
  try {
    const { rows, note } = await readTable(FILE, JSON.parse(process.argv[2] ?? '{}'));
    if (note) yield jsonLine({ note });
    for await (const batch of rows) yield batch.map(rowLine).join('');
    yield jsonLine(null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield jsonLine(error.message);
  }
}

const rowLine = ({ row, cells }: TableLine) => jsonLine([row, cells]);
const jsonLine = (line: Line) => `${JSON.stringify(line)}\n`;

await pipeline(Readable.from(lines()), process.stdout);
