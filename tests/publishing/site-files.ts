import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '#process/files.ts';

/** Returns the SHA-256 hash of every file below a folder, by path. */
export function hashesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    filesBelow(folder).map((file) => [file, hash('sha256', readFileSync(join(folder, file)))]),
  );
}
