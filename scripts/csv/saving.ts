import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file completely or not at all, and prints its path. Only the owner may read it: it may have addresses. */
export async function save(
  pieces: Iterable<string> | AsyncIterable<string>,
  path: string,
): Promise<void> {
  const draft = `${path}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(draft, { mode: 0o600 }));
    await rename(draft, path);
  } catch (cause) {
    await rm(draft, { force: true });
    throw new Error(`${path} could not be written.`, { cause });
  }
  console.log(`Written to ${path}.`);
}
