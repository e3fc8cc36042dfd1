import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { DCZ_MAGIC, type Dictionary, deltaSuffix } from '#server/dictionary.ts';
import { isWorthIt } from './compression.ts';

/**
 * Higher levels take seven times as long for one per cent (decision 31): level 10 needs a quarter of a millisecond for a
 * page.
 */
const LEVEL = 10;
/** The longest name of a file, in bytes, on the file systems of servers. */
const LONGEST_NAME = 255;

/** A dictionary on the disk, as a message to a thread. */
export interface DictionaryFile extends Dictionary {
  path: string;
}

/** The dictionary that has these bytes. */
export const dictionaryOf = (bytes: Uint8Array): Dictionary => ({
  sha256: hash('sha256', bytes, 'base64'),
});

let known: { path: string; bytes: Buffer } | undefined;

/** The bytes of a dictionary, read once by each thread. */
function bytesOf({ path }: DictionaryFile): Buffer {
  if (known?.path !== path) known = { path, bytes: readFileSync(path) };
  return known.bytes;
}

/**
 * Writes the form `dcz` beside a file that is a page. A page whose name would be too long for that has none, and is sent as
 * to other browsers.
 */
export function writeDelta(page: string, content: Uint8Array, dictionary: DictionaryFile): void {
  if (!page.endsWith('.html') || !isWorthIt(page, content)) return;
  const path = page + deltaSuffix(dictionary);
  if (Buffer.byteLength(basename(path)) > LONGEST_NAME) return;
  const frame = zstdCompressSync(content, {
    dictionary: bytesOf(dictionary),
    pledgedSrcSize: content.length,
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
  });
  writeFileSync(path, Buffer.concat([DCZ_MAGIC, Buffer.from(dictionary.sha256, 'base64'), frame]));
}

/** A page of a release that is kept though the dictionary has changed, as a message to a thread. */
export interface DeltaTask {
  page: string;
  dictionary: DictionaryFile;
}

/** Encodes a kept page, in a worker thread (assembly.ts). */
export default function encodeKeptPage({ page, dictionary }: DeltaTask): void {
  writeDelta(page, readFileSync(page), dictionary);
}
