import { type FileHandle, open, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ENCODINGS, type Encoding } from './accept-encoding.ts';
import { PROFILE } from './hosting.ts';

export interface SiteFolders {
  /** The site: a folder, or a symbolic link to the live release, swapped by rename. */
  live: string;
  /** Hashed files of earlier releases, for pages that are still open in a browser. */
  pool?: string | undefined;
}

/** An open file. A swap does not change what is sent. */
export interface SiteFile {
  handle: FileHandle;
  /** Its path in the site, without the suffix of its encoding. */
  path: string;
  size: number;
  /** A strong tag: different bytes, also those of compressed forms, have different tags. */
  etag: string;
  encoding: Encoding | null;
  /** Whether the answer depends on Accept-Encoding. */
  varies: boolean;
}

/**
 * Returns the folder that `live` points to at this moment. An answer takes all its files from this folder.
 * @throws the file system's error if there is neither a link nor a folder.
 */
export async function currentRelease(live: string): Promise<string> {
  try {
    return resolve(dirname(live), await readlink(live));
  } catch (error) {
    // A plain folder, as `npm run build` makes it.
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return live;
    throw error;
  }
}

/** Returns an address's decoded path; null for `..`, hidden names, encoded slashes, control characters, broken escapes. */
export function decodePath(pathname: string): string | null {
  if (/%(2f|5c)/i.test(pathname)) return null;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it searches for them
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return null;
  const names = path.slice(1).split('/');
  if (path === PROFILE.path) return path;
  if (path !== '/' && names.some((name) => name === '' || name.startsWith('.'))) return null;
  return path;
}

/**
 * Opens the first of `paths` that is a file below `folder`, in the first of `encodings` that exists.
 * @param paths - results of decodePath.
 */
export async function openFile(
  folder: string,
  paths: readonly string[],
  encodings: readonly (Encoding | null)[],
): Promise<SiteFile | null> {
  for (const path of paths) {
    for (const encoding of encodings) {
      const name = join(folder, path);
      const opened = await openIfFile(name + (encoding?.suffix ?? ''));
      if (!opened) continue;
      return {
        ...opened,
        path,
        encoding,
        varies: encoding !== null || (await hasCompressedForms(name)),
      };
    }
  }
  return null;
}

async function openIfFile(path: string) {
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isFile()) {
      await handle.close();
      return null;
    }
    // Hard links share all three, so an unchanged file keeps its tag across releases.
    const parts = [stats.ino, stats.size, stats.mtimeNs];
    const etag = `"${parts.map((part) => part.toString(36)).join('-')}"`;
    return { handle, size: Number(stats.size), etag };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function hasCompressedForms(path: string): Promise<boolean> {
  for (const { suffix } of ENCODINGS) {
    const there = await stat(path + suffix).catch((error) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (there) return true;
  }
  return false;
}

/** Whether an error means that the name does not exist, cannot exist (too long, below a file), or is a folder. */
const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR', 'ELOOP'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
