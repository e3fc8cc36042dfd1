import { type FileHandle, open, readlink, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ENCODINGS, type Encoding } from './accept-encoding.ts';

/** Where a site lies. */
export interface SiteFolders {
  /** The site: a folder, or a symbolic link to the release of now, swapped by rename. */
  live: string;
  /** Hashed files of earlier releases, for pages that are still open in browsers. */
  pool?: string | undefined;
}

/** A file that is open: what it was when its headers were made is what is sent, whatever is swapped meanwhile. */
export interface SiteFile {
  handle: FileHandle;
  /** Its path inside the site, without the suffix of its encoding. */
  path: string;
  size: number;
  /** Strong: other bytes, the compressed twins among them, have another tag. */
  etag: string;
  encoding: Encoding | null;
  /** Whether what is sent depends on Accept-Encoding. */
  varies: boolean;
}

/**
 * The folder that `live` stands for at this moment; an answer looks for all that it needs in this one.
 * @throws the file system's error when there is neither link nor folder.
 */
export async function currentRelease(live: string): Promise<string> {
  try {
    return resolve(dirname(live), await readlink(live));
  } catch (error) {
    // A plain folder, as `npm run build` leaves it.
    if ((error as NodeJS.ErrnoException).code === 'EINVAL') return live;
    throw error;
  }
}

/**
 * The path inside a site that an address stands for, decoded; null for one that no file can have: `..`, hidden names,
 * encoded slashes, characters that no name holds, a % that begins none.
 */
export function decodePath(pathname: string): string | null {
  if (/%(2f|5c)/i.test(pathname)) return null;
  let path: string;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return null;
  const names = path.slice(1).split('/');
  if (path !== '/' && names.some((name) => name === '' || name.startsWith('.'))) return null;
  return path;
}

/**
 * Opens the first of `paths` that is a file below `folder`, in the first of the encodings that it is there in.
 * @param paths - as decodePath gives them.
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
      return { ...opened, path, encoding, varies: encoding !== null || (await hasTwins(name)) };
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
    // A hard link keeps all three, so a file that did not change between two releases keeps its tag.
    const parts = [stats.ino, stats.size, stats.mtimeNs];
    const etag = `"${parts.map((part) => part.toString(36)).join('-')}"`;
    return { handle, size: Number(stats.size), etag };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function hasTwins(path: string): Promise<boolean> {
  for (const { suffix } of ENCODINGS) {
    const there = await stat(path + suffix).catch((error) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (there) return true;
  }
  return false;
}

/** A name that is not there, cannot be (too long, below a file), or is a folder where folders cannot be opened. */
const isAbsent = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EISDIR', 'ELOOP'].includes(
    (error as NodeJS.ErrnoException).code ?? '',
  );
