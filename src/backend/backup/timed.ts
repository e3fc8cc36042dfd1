import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { openSession } from '#backend/db/sessions.ts';
import type { BackupSource } from './backup.ts';
import type { Checked } from './check.ts';
import { backupName, keptBackups } from './kept.ts';
import { type Rechecked, recheckOne } from './recheck.ts';
import { openTargetRecords, type TargetRecords } from './target-records.ts';
import { writeChecked } from './targets/folder-target.ts';
import { listTargets, type Targets } from './targets/open.ts';
import type { BackupTarget } from './targets/target.ts';

/** What a timed backup did in one target. */
export interface InTarget {
  target: BackupTarget;
  /** The name of the new backup; null if there is none. */
  made: string | null;
  /** The older ones that were removed. */
  removed: string[];
  /** The older ones that were read again. */
  rechecked: Rechecked[];
  /** Why something was not done. */
  fault: unknown;
}

export interface TimedBackup extends Checked {
  targets: InTarget[];
}

interface Options {
  /** A folder of this machine for a backup that goes into a store alone, while it is sent. */
  scratch: string;
  say?: (detail: string) => void;
  now?: Date;
}

/**
 * Makes a backup in each target, under the name of its time. In the folder it is read back, and what was read back is sent to the store.
 * Then each target loses what it keeps no longer, and one of its older backups is read again. A target that fails keeps what it
 * has, and the other goes on.
 * @throws Error when another backup runs, or when none was made; then nothing is removed.
 */
export async function backUpTimed(
  source: BackupSource,
  targets: Targets,
  { scratch, say = () => {}, now = new Date() }: Options,
): Promise<TimedBackup> {
  const wanted = listTargets(targets);
  if (wanted.length === 0) {
    throw new Error('No timed backup has a place: set BACKUP_FOLDER, or BACKUP_S3_BUCKET.');
  }
  const session = await openSession(source.databaseUrl);
  const unsent = join(scratch, 'backup-unsent');
  try {
    await expectAlone(session);
    const records = await openTargetRecords(session);
    await records.expect(wanted.map(({ kind }) => kind));
    const done: InTarget[] = [];
    const made = await makeLocal(source, targets, { unsent, say, now });
    const { file, inFolder, fault: folderFault, ...checked } = made;
    for (const target of wanted) {
      const state: InTarget = { target, made: null, removed: [], rechecked: [], fault: null };
      done.push(state);
      try {
        if (target === targets.store) {
          say(`sending to ${target.name}`);
          state.made = await targets.store.put(file);
        } else if (inFolder) state.made = basename(file);
        else throw folderFault;
        await records.made(target.kind, checked.at);
        await tidy(state, records, { now, say });
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

interface Local extends Checked {
  file: string;
  inFolder: boolean;
  /** Why it is not in the folder. */
  fault: unknown;
}

/** The backup as a file of this machine: in the folder, else for the time of sending it. */
async function makeLocal(
  source: BackupSource,
  { folder, store }: Targets,
  { unsent, say, now }: { unsent: string } & Required<Pick<Options, 'say' | 'now'>>,
): Promise<Local> {
  let fault: unknown = null;
  if (folder) {
    try {
      return { ...(await folder.make(source, now, say)), inFolder: true, fault };
    } catch (error) {
      if (!store) throw error;
      fault = error;
    }
  }
  await rm(unsent, { recursive: true, force: true });
  await mkdir(unsent, { recursive: true, mode: 0o700 });
  const file = join(unsent, backupName(now));
  return { ...(await writeChecked(source, file, say)), file, inFolder: false, fault };
}

/** Removes what is kept no longer, and reads one of the others again. */
async function tidy(
  state: InTarget,
  records: TargetRecords,
  { now, say }: Required<Pick<Options, 'say' | 'now'>>,
): Promise<void> {
  const { target, made } = state;
  const names = (await target.list()).map(({ name }) => name);
  const kept = new Set(keptBackups(names, now));
  for (const name of names.filter((one) => !kept.has(one))) {
    await target.remove(name);
    state.removed.push(name);
  }
  say(`reading an older one in ${target.name} again`);
  state.rechecked = await recheckOne(target, records, made ?? undefined);
}

/** Locks timed backups for this session. */
async function expectAlone(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ mine: boolean }>(
    "select pg_try_advisory_lock(hashtext('turare backup')) as mine",
  );
  if (!rows[0]?.mine) throw new Error('Another backup of this shop is running.');
}
