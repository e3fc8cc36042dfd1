import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minuteOf } from '#backend/backup/kept.ts';
import { listTargets, type Targets } from '#backend/backup/targets/open.ts';
import type { BackupTarget, StoredBackup } from '#backend/backup/targets/target.ts';

/** A backup and where it is. */
export interface FoundBackup extends StoredBackup {
  target: BackupTarget;
}

/** Where backups were looked for: what is there, or why nobody can tell. */
export interface Listed {
  target: BackupTarget;
  backups: FoundBackup[];
  fault: unknown;
}

/** All that the targets have. A target that cannot be read does not hide the others. */
export const listBackups = (targets: Targets): Promise<Listed[]> =>
  Promise.all(
    listTargets(targets).map(async (target) => {
      try {
        const backups = (await target.list()).map((one) => ({ ...one, target }));
        return { target, backups, fault: null };
      } catch (fault) {
        return { target, backups: [], fault };
      }
    }),
  );

/**
 * Brings a backup to this machine: a file, one that a target has by this name, or the latest. Of two that are of the same minute the
 * folder's is taken, which needs no identity.
 * @returns the file, in a folder of its own if it had to be fetched, and what removes that.
 */
export async function fetchBackup(
  targets: Targets,
  wanted: string,
  scratch: string,
): Promise<{ file: string; remove(): Promise<void> }> {
  const keep = async () => {};
  if (wanted !== 'latest' && (wanted.includes('/') || existsSync(wanted))) {
    return { file: resolve(wanted), remove: keep };
  }
  const listed = await listBackups(targets);
  const all = listed
    .flatMap(({ backups }) => backups)
    .toSorted((a, b) => minuteOf(b.name).localeCompare(minuteOf(a.name)));
  const found = wanted === 'latest' ? all[0] : all.find(({ name }) => name === wanted);
  const fault = listed.find((one) => one.fault !== null)?.fault;
  if (!found) {
    throw new Error(
      wanted === 'latest'
        ? 'There is no backup yet, as far as can be seen.'
        : `There is no file and no backup with the name ${wanted}.`,
      fault ? { cause: fault } : {},
    );
  }
  const folder = join(scratch, 'backup-fetched');
  const remove = () => rm(folder, { recursive: true, force: true });
  await remove();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return { file: await found.target.fetch(found.name, folder), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
