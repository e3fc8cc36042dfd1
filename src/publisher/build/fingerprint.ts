import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#process/root.ts';

/** What the pages are made of, beside the catalogue. */
const SOURCES = ['src/site', 'src/domain', 'src/config', 'src/contract', 'src/server', 'public'];
const FILES = [
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'src/publisher/build/compression.ts',
  'src/publisher/build/render.ts',
];

/**
 * A mark of all that makes the pages, the catalogue left out: sources, packages, settings, Node. Only between two builds
 * with the same mark may pages be kept.
 */
export async function fingerprint(settings: Readonly<Record<string, string>>): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, Object.entries(settings).sort()]));
  const files = [...FILES];
  for (const folder of SOURCES) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length + 1));
    }
  }
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest('hex');
}
