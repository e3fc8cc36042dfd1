import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow } from '#process/files.ts';
import { isHashed } from '#server/hosting.ts';
import { COMPRESSED, isCompressed } from './compression.ts';
import { type Folders, liveRelease, releasesOf } from './folders.ts';

/** Folders with hashed files; the rest of a release is not searched. */
const HASHED = ['_assets', 'pagefind', 'renditions'];
/** The number of releases kept for a rollback, including the live one. */
const KEPT = 5;
/** Milliseconds for which the pool keeps the files of a page that is open in a browser. */
const POOLED_MS = 30 * 24 * 3600 * 1000;

/** Makes a release live by renaming one link, so that a complete release is live at every moment. */
export async function goLive(folders: Folders, name: string): Promise<void> {
  const next = `${folders.live}.${process.pid}`;
  await rm(next, { force: true });
  if (process.platform === 'win32') {
    // A junction needs no rights, but it needs an absolute target, and cannot be renamed over another one.
    await symlink(join(folders.releases, name), next, 'junction');
    await rm(folders.live, { force: true });
  } else {
    await symlink(join('releases', name), next);
  }
  await rename(next, folders.live);
}

/**
 * Links the hashed files of releases into the pool, because pages that are open in a browser may still request them. Call
 * it with the live release and the next one before the swap, so that no file is missing at any moment.
 */
export async function fillPool(folders: Folders, releases: readonly string[]): Promise<void> {
  const index = await readPool(folders);
  for (const name of releases) {
    const site = join(folders.releases, name);
    const files = HASHED.flatMap((part) =>
      filesBelow(join(site, part)).map((file) => join(part, file)),
    );
    for (const file of files) {
      if (!isHashed(`/${file}`) || isCompressed(file)) continue;
      index[file] = Date.now();
      const target = join(folders.pool, file);
      if (existsSync(target)) continue;
      await mkdir(dirname(target), { recursive: true });
      // The compressed forms come first: a file in the pool always has its compressed forms.
      for (const ending of [...COMPRESSED, '']) {
        if (!existsSync(join(site, file + ending)) || existsSync(target + ending)) continue;
        await link(join(site, file + ending), target + ending);
      }
    }
  }
  for (const [file, since] of Object.entries(index)) {
    if (Date.now() - since < POOLED_MS) continue;
    for (const ending of ['', ...COMPRESSED])
      await rm(join(folders.pool, file + ending), { force: true });
    delete index[file];
  }
  await writeFile(`${poolIndex(folders)}.new`, JSON.stringify(index));
  await rename(`${poolIndex(folders)}.new`, poolIndex(folders));
}

const poolIndex = ({ root }: Folders) => join(root, 'pool.json');

/** Returns the time when each file of the pool was last part of the live release (ms). */
async function readPool(folders: Folders): Promise<Record<string, number>> {
  const text = await readFile(poolIndex(folders), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  return JSON.parse(text) as Record<string, number>;
}

/** Removes old releases, but never the live one, and links from killed processes. */
export async function prune(folders: Folders): Promise<void> {
  const live = await liveRelease(folders);
  const all = await releasesOf(folders);
  const kept = new Set([...all.slice(-KEPT), live]);
  for (const name of all) {
    if (!kept.has(name)) await rm(join(folders.releases, name), { recursive: true, force: true });
  }
  for (const name of await readdir(folders.states).catch(() => [])) {
    if (!kept.has(name)) await rm(join(folders.states, name), { recursive: true, force: true });
  }
  for (const name of await readdir(folders.root)) {
    if (/^live\.\d+$/.test(name) && name !== `live.${process.pid}`) {
      await rm(join(folders.root, name), { force: true });
    }
  }
}
