import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { openSession } from '#backend/db/sessions.ts';
import { sync } from './archive.ts';
import { type BackupSource, backUp } from './backup.ts';
import { type Checked, checkBackup } from './check.ts';
import { backupName, isBackup, isLeftOver, keptBackups, uncheckedName } from './kept.ts';
import { recordBackup } from './newest.ts';

export interface BackupInFolder extends Checked {
  file: string;
  /** The older ones that were removed. */
  removed: string[];
}

/**
 * Writes a backup into a folder under the name of its time, reads it back, and then removes what is kept no longer.
 * @throws Error when another one runs, or when no backup was made; then none is removed.
 */
export async function backUpInto(
  source: BackupSource,
  folder: string,
  say: (detail: string) => void = () => {},
  now = new Date(),
): Promise<BackupInFolder> {
  const session = await openSession(source.databaseUrl);
  try {
    await expectAlone(session);
    const names = await readdir(folder).catch((cause: unknown) => {
      throw new Error(`${folder} cannot be read. Make the folder, or mount its disk.`, { cause });
    });
    for (const name of names.filter(isLeftOver)) await rm(join(folder, name), { force: true });
    const name = backupName(now);
    if (names.includes(name)) {
      throw new Error(`${join(folder, name)} is there already. Try again in a minute.`);
    }
    const file = join(folder, name);
    const checked = await writeChecked(source, file, say);
    await recordBackup(session, checked.at);
    const kept = new Set(keptBackups([...names, name], now));
    const removed = names.filter((one) => isBackup(one) && !kept.has(one));
    for (const one of removed) await rm(join(folder, one));
    return { ...checked, file, removed };
  } finally {
    await session.end();
  }
}

/** A backup gets its final name only after it was read back. */
async function writeChecked(
  source: BackupSource,
  file: string,
  say: (detail: string) => void,
): Promise<Checked> {
  const draft = uncheckedName(file);
  try {
    await backUp(source, draft, say);
    const checked = await checkBackup(draft, (detail) => say(`reading back: ${detail}`));
    await rename(draft, file);
    await sync(dirname(file));
    return checked;
  } catch (cause) {
    await rm(draft, { force: true });
    throw new Error('No backup was made. The older ones are as they were.', { cause });
  }
}

/** Locks backups into folders for this session. */
async function expectAlone(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtext('turare backup')) as mine",
  );
  if (!rows[0]?.mine) throw new Error('Another backup of this shop is running.');
}
