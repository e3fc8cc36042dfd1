import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '#process/files.ts';
import { root } from '#process/root.ts';

/** The sources of pages, apart from the catalogue. */
const SOURCES = [
  'src/site',
  'src/look',
  'src/domain',
  'src/config',
  'src/contract',
  'src/server',
  'public',
];
const FILES = [
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src/process/files.ts',
  'src/publisher/release/compression.ts',
  'src/publisher/release/new-file.ts',
  'src/publisher/release/weight.ts',
  'src/publisher/release/budgets.json',
  'src/publisher/build/render.ts',
  'src/publisher/build/search-index.ts',
  'src/backend/base/result.ts',
  'src/backend/media/allowed-hosts.ts',
  'src/backend/media/download.ts',
  'src/backend/media/files.ts',
  'src/backend/media/public-address.ts',
  'src/backend/media/open-picture.ts',
  'src/backend/media/rendering.ts',
  'src/backend/media/share.ts',
];
/** Vite reads settings from these, too, if they exist. */
const SETTINGS = ['.env', '.env.local', '.env.production', '.env.production.local'];

/** Whether a file beside the sources is in no page: documentation or a test. */
const isBeside = (file: string) => /^src\/.*\.(md|(test|harness)\.tsx?)$/.test(file);

/** Whether the fingerprint covers a source file, by its path in the repository. */
export const isCovered = (file: string): boolean =>
  FILES.includes(file) ||
  (SOURCES.some((folder) => file.startsWith(`${folder}/`)) && !isBeside(file));

/**
 * Returns a hash of everything that determines the pages, apart from the catalogue: sources, packages, the shop's folder,
 * settings and Node. A build may keep pages only from a build with the same fingerprint.
 */
export async function fingerprint(
  settings: Readonly<Record<string, string>>,
  shopFolder: string,
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([process.version, Object.entries(settings).sort()]));
  const sources = SOURCES.flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => join(folder, file)),
  ).filter(isCovered);
  const settingsFiles = SETTINGS.filter((file) => existsSync(join(root, file)));
  for (const file of [...FILES, ...settingsFiles, ...sources].sort())
    hash.update(file).update(await readFile(join(root, file)));
  for (const file of filesBelow(shopFolder).sort())
    hash.update(file).update(await readFile(join(shopFolder, file)));
  return hash.digest('hex');
}
