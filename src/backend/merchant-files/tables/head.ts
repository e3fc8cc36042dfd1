import type { TableLine } from './table-line.ts';

/**
 * Reads the first lines of a table.
 * @returns them, and all lines of the table, to be read once.
 */
export async function readHead(
  rows: AsyncIterable<TableLine>,
  count: number,
): Promise<{ head: TableLine[]; lines: AsyncGenerator<TableLine> }> {
  const rest = rows[Symbol.asyncIterator]();
  const head: TableLine[] = [];
  while (head.length < count) {
    const { value, done } = await rest.next();
    if (done) break;
    head.push(value);
  }
  return { head, lines: joined(head, rest) };
}

async function* joined(
  head: readonly TableLine[],
  rest: AsyncIterator<TableLine>,
): AsyncGenerator<TableLine> {
  try {
    yield* head;
    for (;;) {
      const { value, done } = await rest.next();
      if (done) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}
