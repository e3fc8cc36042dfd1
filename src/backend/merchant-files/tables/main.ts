import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readTable } from './reader.ts';
import { Refusal } from './refusal.ts';
import type { TableLine } from './table-line.ts';
import type { Said } from './xlsx/rows.ts';

/** A line of output: notes about the table, a row, null at the end, or the sentence of a refusal. */
export type Line = Said | [row: number, cells: string[]] | null | string;

/**
 * The program that reads a merchant's table in a separate process, which child.ts starts. The file is open as this
 * descriptor. The argument has the options as JSON. The output is lines of JSON.
 */
const FILE = 3;

async function* lines(): AsyncGenerator<string> {
  try {
    const told: string[] = [];
    const tell = (said: Said) => void told.push(jsonLine(said));
    const rows = await readTable(FILE, JSON.parse(process.argv[2] ?? '{}'), tell);
    for await (const batch of rows) yield [...told.splice(0), ...batch.map(rowLine)].join('');
    yield [...told, jsonLine(null)].join('');
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield jsonLine(error.message);
  }
}

const rowLine = ({ row, cells }: TableLine) => jsonLine([row, cells]);
const jsonLine = (line: Line) => `${JSON.stringify(line)}\n`;

await pipeline(Readable.from(lines()), process.stdout);
