import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTable, type Table } from './open-table.ts';
import { readTable as readInHere, type TableOptions } from './reader.ts';
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

type ReadTable = Omit<Table, 'rows'> & { lines: TableLine[] };

/** Returns the whole table of a file with this content. */
export const readTable = (
  content: Uint8Array | string,
  options: TableOptions = {},
): Promise<ReadTable> =>
  withFile(content, async (path) => {
    const { rows, ...said } = await openTable(path, options);
    return { lines: await all(rows), ...said };
  });

/** Returns only the cells, read in this process: the tests of one property read hundreds of files. */
export const readCells = (content: Uint8Array | string, sheet?: string): Promise<string[][]> =>
  withFile(content, async (path) => {
    const file = await open(path);
    try {
      const rows = await readInHere(file.fd, { sheet });
      return (await all(rows)).flat().map(({ cells }) => cells);
    } finally {
      await file.close();
    }
  });
