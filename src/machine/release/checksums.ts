import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const LINE = /^([0-9a-f]{64}) [ *](\S+)$/;

/** The SHA-256 of a file, in hexadecimal. */
export async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Checksums by file name, in the form of sha256sum. */
export const writeChecksums = (sums: ReadonlyMap<string, string>): string =>
  [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');

/** Reads what sha256sum writes. @throws Error with a sentence when a line is something else. */
export function readChecksums(text: string): Map<string, string> {
  const sums = new Map<string, string>();
  for (const line of text.split('\n').filter(Boolean)) {
    const [, sum, name] = LINE.exec(line) ?? [];
    if (!sum || !name) throw new Error(`A line of the checksums cannot be read: ${line}`);
    sums.set(name, sum);
  }
  return sums;
}
