import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable } from './open-table.ts';
import type { TableLine } from './table-line.ts';

export async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
}

/** Gives a test the path of a file with this content, and removes it afterwards. */
export async function withFile<T>(
  content: Uint8Array | string,
  test: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-test-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return await test(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface ReadTable {
  kind: string;
  notes: readonly string[];
  lines: TableLine[];
}

/** All of the table that a file with this content is. */
export const readTable = (content: Uint8Array | string, sheet?: string): Promise<ReadTable> =>
  withFile(content, async (path) => {
    const { kind, rows, notes } = await openTable(path, { sheet });
    return { kind, notes, lines: await all(rows) };
  });

/** The cells alone. */
export const readCells = async (content: Uint8Array | string, sheet?: string) =>
  (await readTable(content, sheet)).lines.map(({ cells }) => cells);
