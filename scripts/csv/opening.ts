import { createReadStream } from 'node:fs';

/**
 * The bytes of a file, or of standard input if the path is null.
 * @throws Error with a sentence for the merchant if the file cannot be read.
 */
export async function* openFile(path: string | null): AsyncGenerator<Uint8Array> {
  if (path === null) return yield* process.stdin;
  try {
    yield* createReadStream(path);
  } catch (cause) {
    const { code } = cause as { code?: string };
    if (code === 'ENOENT') throw new Error(`The file ${path} does not exist.`);
    throw new Error(`${path} cannot be read.`, { cause });
  }
}
