import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { openTable, type Table } from '#backend/merchant-files/tables/open-table.ts';
import type { TableOptions } from '#backend/merchant-files/tables/reader.ts';
import { asTyped } from '#process/as-typed.ts';
import { type ImportRow, importParts, imports } from './tables.ts';

/** The bytes of a piece. */
const PIECE = 1_000_000;

/** Stores a file in pieces. Each piece renews the sign that the upload is alive. @returns the number of bytes. */
export async function storeParts(
  db: Pick<Database, 'insert' | 'update'>,
  importId: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let place = 0;
  let total = 0;
  for await (const piece of piecesOf(bytes)) {
    await db.insert(importParts).values({ importId, place, bytes: piece });
    await db.update(imports).set({ touchedAt: sql`now()` }).where(eq(imports.id, importId));
    place++;
    total += piece.length;
  }
  return total;
}

/** Yields the same bytes in pieces of one size. */
async function* piecesOf(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    waiting.push(piece);
    size += piece.length;
    if (size < PIECE) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Yields the bytes of a stored file, with one piece in memory at a time. */
async function* partsOf(db: Database, importId: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let place = 0; ; place++) {
    const [part] = await db
      .select({ bytes: importParts.bytes })
      .from(importParts)
      .where(and(eq(importParts.importId, importId), eq(importParts.place, sql`${place}::int`)));
    if (!part) return;
    yield part.bytes;
  }
}

/** Copies a stored file to this machine's disk and opens it. The copy is already unlinked, so it always disappears. */
export async function openParts<T>(
  db: Database,
  importId: string,
  opener: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-import-'));
  try {
    const path = join(folder, 'file');
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of partsOf(db, importId)) await file.writeFile(piece);
    } finally {
      await file.close();
    }
    return await opener(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The most rows of a sheet. It takes minutes to compare and write so many, while the shop answers shoppers. */
const MOST_ROWS = 250_000;

/**
 * Opens the uploaded sheet as a table.
 * @param signal - ends the reading, even if nobody has begun to read rows.
 * @throws Error with a sentence for the merchant, as `openTable`.
 */
export const openSheet = (
  db: Database,
  { id, sheet, answers: { hidden } }: Pick<ImportRow, 'id' | 'sheet' | 'answers'>,
  signal: AbortSignal,
): Promise<Table> =>
  openParts(db, id, (path) =>
    openTable(path, { ...OPTIONS, sheet: sheet ?? undefined, hidden }, signal),
  );

const OPTIONS: TableOptions = {
  hint: 'Write the name of the one with the products.',
  most: MOST_ROWS,
  tooLong: `Split it, or import it on the machine of the shop, where it may have any number: ${asTyped('catalogue', 'import FILE')}`,
};
