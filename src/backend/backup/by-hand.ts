import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { transact } from '#backend/db/transact.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { recordAction } from '#backend/staff/actions.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { sentencesOf } from '#process/sentences.ts';
import { within } from '#process/within.ts';
import type { BackupSource } from './backup.ts';
import { type LogArchive, readArchiveState } from './log-archive.ts';
import { type Listed, listBackups } from './targets/listed.ts';
import { openTargets } from './targets/open.ts';
import { backUpTimed } from './timed.ts';

/** All that a shop could be restored from. */
export interface KeptShop {
  places: Listed[];
  /** Null where this machine keeps no archive. */
  archive: LogArchive | null;
}

const ACT = 'look after the backups';
/** Milliseconds that a form waits for a backup. A large one goes on. */
const PATIENCE_MS = 20_000;

export type Backups = ReturnType<typeof createBackups>;

/** The backups of a shop, for its owners. */
export function createBackups(db: Database, settings: Settings, source: BackupSource) {
  return {
    async list(actor: Actor): Promise<Result<KeptShop, StaffCode>> {
      const forbidden = ownersOnly(actor, ACT);
      if (forbidden) return forbidden;
      const [places, archive] = await Promise.all([
        listBackups(openTargets(settings)),
        readArchiveState(settings.DATA_DIR),
      ]);
      return done({ places, archive });
    },

    /**
     * Makes a backup in each place.
     * @returns whether it is there, or goes on; or the refusal `conflict` with what went wrong.
     */
    async make(actor: Actor): Promise<Result<'made' | 'goes on', StaffCode>> {
      const forbidden = ownersOnly(actor, ACT);
      if (forbidden) return forbidden;
      const work = backUpTimed(source, openTargets(settings), {
        scratch: settings.DATA_DIR,
        by: 'hand',
      }).then(
        ({ targets }) => targets.flatMap(({ fault }) => (fault === null ? [] : sentencesOf(fault))),
        sentencesOf,
      );
      const faults = await within(PATIENCE_MS, work, null);
      if (faults !== null && faults.length > 0) return refuse('conflict', faults.join(' '));
      const recordedBy = actor.name;
      await transact(db, (transaction) =>
        recordAction(transaction, { action: 'backup.make', subject: 'shop', recordedBy }),
      );
      return done(faults === null ? ('goes on' as const) : ('made' as const));
    },
  };
}
