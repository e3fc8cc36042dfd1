import { readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync } from '#backend/backup/archive.ts';
import { type BackupSource, backUp } from '#backend/backup/backup.ts';
import { type Checked, checkOwnBackup } from '#backend/backup/check.ts';
import {
  backupName,
  isBackup,
  isEncryptedName,
  isLeftOver,
  uncheckedName,
} from '#backend/backup/kept.ts';
import type { BackupTarget } from './target.ts';

type Say = (detail: string) => void;

/** A folder that no other shop uses. */
export interface FolderTarget extends BackupTarget {
  /** Writes a new backup and reads it back. @throws Error when there is none then. */
  make(source: BackupSource, now: Date, say: Say): Promise<Checked & { file: string }>;
}

/** Backups here are not encrypted: the folder is on the machine that has the database, and is to read back. */
export function createFolderTarget(folder: string): FolderTarget {
  const pathOf = (name: string) => join(folder, name);
  const namesIn = () =>
    readdir(folder).catch((cause: unknown) => {
      throw new Error(`${folder} cannot be read. Make the folder, or mount its disk.`, { cause });
    });
  return {
    kind: 'folder',
    name: `the folder ${folder}`,
    async make(source, now, say) {
      const names = await namesIn();
      for (const name of names.filter(isLeftOver)) await rm(pathOf(name), { force: true });
      const name = backupName(now);
      if (names.includes(name)) {
        throw new Error(`${pathOf(name)} is there already. Try again in a minute.`);
      }
      return { ...(await writeChecked(source, pathOf(name), say)), file: pathOf(name) };
    },
    async list() {
      const names = (await namesIn()).filter((name) => isBackup(name) && !isEncryptedName(name));
      const sorted = names.toSorted().reverse();
      return Promise.all(
        sorted.map(async (name) => ({ name, size: (await stat(pathOf(name))).size })),
      );
    },
    remove: (name) => rm(pathOf(name)),
    fetch: async (name) => pathOf(name),
    async faultOf(name) {
      try {
        await checkOwnBackup(pathOf(name));
        return null;
      } catch (error) {
        return ((error as Error).cause as Error).message;
      }
    },
  };
}

/** A backup gets its final name only after it was read back. */
export async function writeChecked(source: BackupSource, file: string, say: Say): Promise<Checked> {
  const draft = uncheckedName(file);
  try {
    await backUp(source, draft, say);
    const checked = await checkOwnBackup(draft, (detail) => say(`reading back: ${detail}`));
    await rename(draft, file);
    await sync(dirname(file));
    return checked;
  } catch (cause) {
    await rm(draft, { force: true });
    throw new Error('No backup was made. The older ones are as they were.', { cause });
  }
}
