import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';
import { isTampered } from './age.ts';

/** A file of the archive: at most a few megabytes. */
export interface ArchiveEntry {
  name: string;
  bytes: Buffer;
}

/** The first entry: what the archive needs to be read. */
export const manifest = z.object({
  /** 1 was before the migrations began anew. */
  format: z.literal(2),
  /** When the backup was begun: what was sold later is not in it. */
  at: z.iso.datetime(),
  /** The version of the shop that wrote it. Earlier ones did not say. */
  version: z.string().optional(),
  /** The migrations that the tables have, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
export type Manifest = z.infer<typeof manifest>;

/** The last entry. An archive without one was cut off. */
export const summary = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  /** The numbers that sequences have reached. */
  sequences: z.record(z.string(), z.string().nullable()),
  pictures: z.number(),
});
export type Summary = z.infer<typeof summary>;

export const MANIFEST = 'manifest.json';
export const SUMMARY = 'summary.json';
/** `tables/{table}/{part}`: COPY's text format, in parts. */
export const TABLES = 'tables/';
/** `pictures/{hash}`: an original. */
export const PICTURES = 'pictures/';

/**
 * Writes entries to a compressed tar file that only its owner can read, whole or not at all.
 * @throws Error when the file cannot be written; what was there before stays.
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const archive = pack();
    const written = pipeline(archive, createGzip(), createWriteStream(draft, { mode: 0o600 }));
    const add = ({ name, bytes }: ArchiveEntry) =>
      new Promise<void>((done, fail) => {
        archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? fail(error) : done()));
      });
    const filled = (async () => {
      for await (const entry of entries) await add(entry);
      archive.finalize();
    })();
    // Whichever fails ends the other.
    filled.catch((error: Error) => archive.destroy(error));
    await Promise.all([written, filled]);
    await sync(draft);
    await rename(draft, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Makes a file durable, or the names in a folder: they outlive a loss of power. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The entries of an archive. @throws Error when it is damaged. */
export async function* readArchive(file: Readable): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  const read = pipeline(file, createGunzip(), archive);
  // The loop below gets the error, too.
  read.catch(() => {});
  try {
    for await (const entry of archive)
      yield { name: entry.header.name, bytes: await buffer(entry) };
    await read;
  } catch (error) {
    throw inWords(error);
  }
}

/** Explains zlib's errors for a file that was cut off, and for one whose bytes have changed. */
function inWords(error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'Z_BUF_ERROR')
    return new Error('The backup was cut off: its end is missing.', { cause: error });
  if (code === 'Z_DATA_ERROR')
    return new Error(
      message === 'incorrect header check'
        ? 'It is another kind of file, or its first bytes have changed.'
        : 'The backup is damaged.',
      { cause: error },
    );
  if (isTampered(error))
    return new Error('The backup is damaged, or was cut off.', { cause: error });
  return error;
}
