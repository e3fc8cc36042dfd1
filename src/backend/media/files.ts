import { createHash, randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The paths of pictures in a data folder. */
export interface MediaFolders {
  original(hash: string): string;
  rendition(hash: string, file: string): string;
  /** The record of a web address that a picture was downloaded from. */
  source(address: string): string;
}

/** Uses two levels of folders, so that no folder holds a hundred thousand files. */
export function mediaFolders(dataDir: string): MediaFolders {
  const root = join(dataDir, 'media');
  return {
    original: (hash) => join(root, 'originals', hash),
    rendition: (hash, file) => join(root, 'renditions', hash.slice(0, 2), hash, file),
    source(address) {
      const name = createHash('sha256').update(address).digest('hex').slice(0, 40);
      return join(root, 'sources', name.slice(0, 2), `${name}.json`);
    },
  };
}

/** Writes a file completely or not at all. Readers see the old file or the new one. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}.part`;
  try {
    await writeFile(draft, bytes);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The bytes of a file; null if it does not exist. */
export async function readIfThere(path: string): Promise<Buffer<ArrayBuffer> | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** Whether a file exists. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isAbsence(error)) return false;
    throw error;
  }
}

const isAbsence = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'ENOTDIR');
