import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Dictionary, deltaSuffix, dictionaryPath } from '#server/dictionary.ts';
import { EMITTED } from '#server/hosting.ts';

/** The bytes of a dictionary of the tests. */
export interface TestDictionary extends Dictionary {
  bytes: Buffer;
  /** The header of a client that has it. */
  available: string;
}

export function testDictionary(text: string): TestDictionary {
  const bytes = Buffer.from(`<!doctype html>${text}\n`.repeat(20));
  const sha256 = createHash('sha256').update(bytes).digest('base64');
  return { bytes, sha256, available: `:${sha256}:` };
}

/** Makes it the dictionary of a release, for servers that read its files. */
export async function layDictionary(release: string, dictionary: TestDictionary): Promise<void> {
  const file = join(release, dictionaryPath(dictionary));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, dictionary.bytes);
  await writeFile(join(release, EMITTED.dictionary), JSON.stringify({ sha256: dictionary.sha256 }));
}

/** Writes a page's form of the dictionary, as RFC 9842, section 5, says. */
export async function layDelta(page: string, content: Buffer, dictionary: TestDictionary) {
  const { bytes, sha256 } = dictionary;
  const frame = zstdCompressSync(content, { dictionary: bytes });
  const start = [Buffer.of(0x5e, 0x2a, 0x4d, 0x18, 32, 0, 0, 0), Buffer.from(sha256, 'base64')];
  await writeFile(page + deltaSuffix(dictionary), Buffer.concat([...start, frame]));
}

/** Decodes as a browser does. @throws Error when it was encoded with another dictionary. */
export function decodeDelta(sent: Buffer, dictionaries: readonly TestDictionary[]): Buffer {
  const magic = sent.subarray(0, 8).toString('hex');
  const sha256 = sent.subarray(8, 40).toString('base64');
  const dictionary = dictionaries.find((each) => each.sha256 === sha256);
  if (magic !== '5e2a4d1820000000' || !dictionary) {
    throw new Error(`The client cannot decode this: ${magic} ${sha256}`);
  }
  return zstdDecompressSync(sent.subarray(40), { dictionary: dictionary.bytes });
}
