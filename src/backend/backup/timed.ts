import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { tryLock } from '#backend/db/locks.ts';
import { openSession } from '#backend/db/sessions.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import type { BackupSource } from './backup.ts';
import type { Checked } from './check.ts';
import { type BackupMaker, keptBackups } from './kept.ts';
import { type Rechecked, recheckOne } from './recheck.ts';
import { openTargetRecords } from './target-records.ts';
import { type Making, type WrittenBackup, writeChecked } from './targets/folder-target.ts';
import { listTargets, type Targets } from './targets/open.ts';
import type { BackupTarget } from './targets/target.ts';

/** The result of a timed backup in one target. */
export interface InTarget {
  target: BackupTarget;
  /** The name of the new backup; null if there is none. */
  made: string | null;
  /** The older ones that were removed. */
  removed: string[];
  /** The older ones that are kept no longer, but the key of the store may not remove them. */
  left: string[];
  /** The older ones that were read again. */
  rechecked: Rechecked[];
  /** Why something was not done. */
  fault: unknown;
}

export interface TimedBackup extends Checked {
  targets: InTarget[];
}

export interface Options {
  /** A folder of this machine for a backup that goes into a store alone, while it is sent. */
  scratch: string;
  say?: (detail: string) => void;
  /** Hears what is removed before it is. */
  announce?: (line: string) => void;
  now?: Date;
  by?: BackupMaker;
}

/**
 * Makes a backup in each target, under the name of its time. In the folder it is read back, and what was read back
 * is sent to the store. Then each target loses what it keeps no longer, and one of its older backups is read
 * again. A target that fails keeps what it has, and the other goes on.
 * @throws Error when another backup runs, or when none was made; then nothing is removed.
 */
export async function backUpTimed(
  source: BackupSource,
  targets: Targets,
  { scratch, say = () => {}, announce = () => {}, now = new Date(), by = 'timer' }: Options,
): Promise<TimedBackup> {
  const wanted = listTargets(targets);
  if (wanted.length === 0) {
    throw new Error('No timed backup has a place: set BACKUP_FOLDER, or BACKUP_S3_BUCKET.');
  }
  const session = await openSession(source.databaseUrl);
  const unsent = join(scratch, 'backup-unsent');
  try {
    if (!(await tryLock(drizzle(session), 'backup')))
      throw new Error('Another backup of this shop is running.');
    const records = openTargetRecords(session);
    await records.expect(wanted.map(({ kind }) => kind));
    const done: InTarget[] = [];
    const made = await makeLocal(source, targets, unsent, { now, by, say });
    const { file, inFolder, fault: folderFault, ...checked } = made;
    for (const target of wanted) {
      const state: InTarget = {
        ...{ target, made: null, fault: null },
        ...{ removed: [], left: [], rechecked: [] },
      };
      done.push(state);
      try {
        if (target === targets.store) {
          say(`sending to ${target.name}`);
          state.made = await targets.store.put(file);
        } else if (inFolder) state.made = basename(file);
        else throw folderFault;
        await records.made(target.kind, checked.at);
        await tidy(state, now, announce);
        if (target === targets.store) await targets.store.sendMissingSums(state.made);
        say(`reading an older one in ${target.name} again`);
        state.rechecked = await recheckOne(target, records, state.made ?? undefined);
      } catch (error) {
        state.fault = error;
      }
    }
    return { ...checked, targets: done };
  } finally {
    await rm(unsent, { recursive: true, force: true });
    await session.end();
  }
}

type Local = WrittenBackup & {
  inFolder: boolean;
  /** Why it is not in the folder. */
  fault: unknown;
};

/** The backup as a file of this machine: in the folder, else for the time of sending it. */
async function makeLocal(
  source: BackupSource,
  { folder, store }: Targets,
  unsent: string,
  made: Making,
): Promise<Local> {
  let fault: unknown = null;
  if (folder) {
    try {
      return { ...(await folder.make(source, made)), inFolder: true, fault };
    } catch (error) {
      if (!store) throw error;
      fault = error;
    }
  }
  await rm(unsent, { recursive: true, force: true });
  await mkdir(unsent, { recursive: true, mode: 0o700 });
  return { ...(await writeChecked(source, unsent, made)), inFolder: false, fault };
}

/**
 * Removes what is no longer kept. A key that may not remove anything protects against ransom. Then a rule of the
 * store has to remove it.
 */
async function tidy(state: InTarget, now: Date, announce: (line: string) => void): Promise<void> {
  const { target, removed, left } = state;
  const names = (await target.list()).map(({ name }) => name);
  const kept = new Set(keptBackups(names, now));
  const old = names.filter((one) => !kept.has(one));
  if (old.length > 0) announce(`Removing from ${target.name}: ${old.join(', ')}.`);
  for (const name of old) {
    try {
      await target.remove(name);
      removed.push(name);
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || error.lacks !== 'remove') throw error;
      left.push(...old.slice(removed.length));
      return;
    }
  }
}
