import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sync } from '#backend/backup/archive.ts';
import { type BackupSource, backUp } from '#backend/backup/backup.ts';
import { type Checked, checkOwnBackup } from '#backend/backup/check.ts';
import {
  type BackupMaker,
  backupName,
  isBackup,
  isEncryptedName,
  isLeftOver,
  uncheckedName,
} from '#backend/backup/kept.ts';
import type { BackupTarget } from './target.ts';

/** How a backup is made. */
export interface Making {
  now: Date;
  by: BackupMaker;
  say: (detail: string) => void;
}

export type WrittenBackup = Checked & { file: string };

/** A folder that no other shop uses. */
export interface FolderTarget extends BackupTarget {
  /** Writes a new backup and reads it back. @throws Error when there is none then. */
  make(source: BackupSource, made: Making): Promise<WrittenBackup>;
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
    async make(source, made) {
      const names = await namesIn();
      for (const name of names.filter(isLeftOver)) await rm(pathOf(name), { force: true });
      return writeChecked(source, folder, made);
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

/** Writes a backup into a folder. It gets its final name only after it was read back. */
export async function writeChecked(
  source: BackupSource,
  folder: string,
  { now, by, say }: Making,
): Promise<WrittenBackup> {
  const draft = join(folder, uncheckedName(backupName(now)));
  try {
    await backUp(source, draft, say);
    const checked = await checkOwnBackup(draft, (detail) => say(`reading back: ${detail}`));
    const file = join(folder, backupName(now, { rows: checked.rows, by }));
    await rename(draft, file);
    await sync(folder);
    return { ...checked, file };
  } catch (cause) {
    await rm(draft, { force: true });
    throw new Error('No backup was made. The older ones are as they were.', { cause });
  }
}
