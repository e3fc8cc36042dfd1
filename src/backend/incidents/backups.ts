import { overdueDays, readNewestBackup } from '#backend/backup/newest.ts';
import type { Database } from '#backend/db/connect.ts';
import { counted } from '#domain/words.ts';
import type { Finding } from './finding.ts';

/** Whether the shop is backed up. It does not know of backups that no timer makes, or that the host makes. */
export async function lookAtBackups(db: Database): Promise<Finding> {
  const newest = await readNewestBackup(db);
  if (!newest) return { state: 'unknown' };
  const days = overdueDays(newest);
  if (days === 0) return { state: 'works' };
  const reason = `The newest backup that reads back is ${counted(days, 'day')} old.`;
  return { state: 'stands still', since: newest.at, reason };
}
