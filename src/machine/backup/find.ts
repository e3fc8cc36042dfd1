import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { minuteOf } from '#backend/backup/kept.ts';
import { listBackups } from '#backend/backup/targets/listed.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { asUser, ownerOf } from '#machine/as-user.ts';
import { run } from '#machine/run.ts';

/** The folder of the data folder with the copy that a restore reads. */
const fetchedIn = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'backup-fetched');

/**
 * Finds a backup that the owner of the shop may read: a file, one that a target has by this name, or the latest.
 * Of two that are of the same minute the folder's is taken, which needs no identity.
 * @returns the file, and its name. What was copied stays until `dropFetched`.
 */
export async function fetchBackup(settings: Settings, wanted: string) {
  const folder = fetchedIn(settings);
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  const isFile = wanted !== 'latest' && (wanted.includes('/') || existsSync(wanted));
  const file = isFile
    ? resolve(wanted)
    : await asUser(owner, () => fetchNamed(settings, wanted, folder));
  const name = basename(file);
  if (!owner || file.startsWith(folder)) return { file, name };
  // Root may have named one that nobody else can read.
  const { uid, gid } = owner;
  const own = ['-D', '-m', '600', '-o', String(uid), '-g', String(gid)];
  await run('install', [...own, file, join(folder, name)]);
  return { file: join(folder, name), name };
}

async function fetchNamed(settings: Settings, wanted: string, folder: string): Promise<string> {
  const listed = await listBackups(openTargets(settings));
  const all = listed
    .flatMap(({ backups }) => backups)
    .toSorted((a, b) => minuteOf(b.name).localeCompare(minuteOf(a.name)));
  const found = wanted === 'latest' ? all[0] : all.find(({ name }) => name === wanted);
  if (!found) {
    const cause = listed.find(({ fault }) => fault !== null)?.fault;
    throw new Error(
      wanted === 'latest'
        ? 'There is no backup yet, as far as can be seen.'
        : `There is no file and no backup with the name ${wanted}.`,
      cause ? { cause } : {},
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return found.target.fetch(found.name, folder);
}

/** Removes the copy, that of a killed restore too. */
export const dropFetched = (settings: Settings): Promise<void> =>
  rm(fetchedIn(settings), { recursive: true, force: true });
