import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { minuteOf } from '#backend/backup/kept.ts';
import { listBackups } from '#backend/backup/targets/listed.ts';
import type { Targets } from '#backend/backup/targets/open.ts';

/** The folder of the data folder that a backup is fetched into. */
export const FETCHED = 'backup-fetched';

/**
 * Brings a backup to this machine: a file, one that a target has by this name, or the latest. Of two that are of
 * the same minute the folder's is taken, which needs no identity.
 * @returns the file, in the folder FETCHED if it had to be fetched.
 */
export async function fetchBackup(
  targets: Targets,
  wanted: string,
  scratch: string,
): Promise<string> {
  if (wanted !== 'latest' && (wanted.includes('/') || existsSync(wanted))) {
    return resolve(wanted);
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
  const folder = join(scratch, FETCHED);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return found.target.fetch(found.name, folder);
}
