import { createReadStream, readSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Yields the bytes of a file, or of standard input if the path is null.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function* openFile(path: string | null): AsyncGenerator<Uint8Array> {
  if (path === null) return yield* process.stdin;
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Opens a file for reading more than once. Copies standard input (null) and pipes into a temporary file first. That file
 * is unlinked before this returns, so it always disappears.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function openTwice(path: string | null): Promise<FileHandle> {
  if (path === null) return copied(process.stdin);
  const file = await open(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  const kind = await file.stat();
  if (kind.isFile()) return file;
  try {
    if (kind.isDirectory()) throw new Error(`${path} is a folder. Name a file.`);
    return await copied(file.createReadStream({ autoClose: false }));
  } finally {
    await file.close();
  }
}

const PIECE = 65_536;

/** Yields the bytes of an open file from its beginning, any number of times. The process has nothing else to do. */
export async function* piecesOf(fd: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; ; ) {
    // Each piece has a separate buffer, because a reader may keep it.
    const buffer = Buffer.allocUnsafe(PIECE);
    const size = readSync(fd, buffer, 0, PIECE, at);
    if (size === 0) return;
    at += size;
    yield buffer.subarray(0, size);
  }
}

async function copied(bytes: AsyncIterable<Uint8Array>): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-'));
  const file = await open(join(folder, 'table'), 'wx+', 0o600).finally(() =>
    rm(folder, { recursive: true }),
  );
  try {
    for await (const piece of bytes) await file.writeFile(piece);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function unreadable(path: string, cause: unknown): Error {
  const { code } = cause as { code?: string };
  if (code === 'ENOENT') return new Error(`The file ${path} does not exist.`);
  return new Error(`${path} cannot be read.`, { cause });
}
