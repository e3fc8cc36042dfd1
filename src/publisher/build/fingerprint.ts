import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '#process/files.ts';
import { root } from '#process/root.ts';

/** What pages are made from, apart from the catalogue. */
const SOURCES = ['src/site', 'src/domain', 'src/config', 'src/contract', 'src/server', 'public'];
const FILES = [
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'src/publisher/release/compression.ts',
  'src/publisher/build/render.ts',
  'src/backend/media/allowed-hosts.ts',
  'src/backend/media/download.ts',
  'src/backend/media/rendering.ts',
];

/**
 * A hash of everything that determines the pages, apart from the catalogue: sources, packages, the shop's folder, settings and Node. A build
 * may keep pages only of a build with the same fingerprint.
 */
export async function fingerprint(
  settings: Readonly<Record<string, string>>,
  shopFolder: string,
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, Object.entries(settings).sort()]));
  const sources = SOURCES.flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => join(folder, file)),
  );
  for (const file of [...FILES, ...sources].sort())
    hash.update(file).update(await readFile(join(root, file)));
  for (const file of filesBelow(shopFolder).sort())
    hash.update(file).update(await readFile(join(shopFolder, file)));
  return hash.digest('hex');
}
