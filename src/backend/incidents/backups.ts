import { overdueDays, readNewestBackup } from '#backend/backup/newest.ts';
import type { Database } from '#backend/db/connect.ts';
import { counted } from '#domain/words.ts';
import type { Finding } from './finding.ts';

/** Checks whether the shop is backed up. It does not know of backups without a timer, or by the host. */
export async function lookAtBackups(db: Database): Promise<Finding> {
  const newest = await readNewestBackup(db);
  if (!newest) return { state: 'unknown' };
  const days = overdueDays(newest);
  const { damaged } = newest;
  if (days === 0 && damaged.length === 0) return { state: 'works' };
  const reasons = [
    ...(days > 0
      ? [
          `The newest backup that is in every place where backups go is ${counted(days, 'day')} old.`,
        ]
      : []),
    ...(damaged.length > 0
      ? [`${counted(damaged.length, 'backup')} cannot be restored: ${damaged.join(', ')}.`]
      : []),
  ];
  // Nobody knows since when a backup has been damaged.
  return {
    state: 'stopped',
    since: days > 0 ? newest.at : new Date(),
    reason: reasons.join(' '),
  };
}
