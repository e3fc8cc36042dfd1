import type { Backups } from '#backend/backup/by-hand.ts';
import type { Route } from '#backend/office/frame/routes.ts';
import { backupsPage, makeBackup } from './backups-page.tsx';

export function backupsRoutes({ backups }: { backups: Backups }): readonly Route[] {
  const page = backupsPage(backups);
  return [page, makeBackup(backups, page)];
}
