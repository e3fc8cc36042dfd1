import { readdir, rm, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isAbsence, isThere, readIfThere, writeWhole } from '#backend/media/files.ts';
import { isOurKey, type ObjectStore, type StoredObject } from './object-store.ts';

/** Creates the store in the folder `media` of a data folder. Processes of one machine may share it. */
export function createFolderStore(dataDir: string): ObjectStore {
  const root = join(dataDir, 'media');
  const pathOf = (key: string) => {
    // A key of another store must not lead out of the folder.
    if (!isOurKey(key)) throw new Error(`'${key}' is no key of a picture.`);
    return join(root, key);
  };
  return {
    name: `the folder ${root}`,
    put: (key, bytes) => writeWhole(pathOf(key), bytes),
    get: (key) => readIfThere(pathOf(key)),
    has: (key) => isThere(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(kind) {
      for (const folder of await foldersIn(join(root, kind))) {
        for (const entry of await readdir(folder, { withFileTypes: true })) {
          const path = join(folder, entry.name);
          const key = relative(root, path).split(sep).join('/');
          if (!entry.isFile() || !isOurKey(key)) continue;
          const found = await objectAt(key, path);
          if (found) yield found;
        }
      }
    },
  };
}

/** Returns a folder and all folders below it; none if it does not exist. */
async function foldersIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true, recursive: true });
    const below = entries.filter((entry) => entry.isDirectory());
    return [folder, ...below.map((entry) => join(entry.parentPath, entry.name))];
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
}

async function objectAt(key: string, path: string): Promise<StoredObject | null> {
  try {
    const { size, mtime } = await stat(path);
    return { key, size, at: mtime };
  } catch (error) {
    // It was removed in the meantime.
    if (isAbsence(error)) return null;
    throw error;
  }
}
