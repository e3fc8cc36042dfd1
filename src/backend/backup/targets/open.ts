import type { S3Patience } from '#backend/media/objects/s3-client.ts';
import { type BackupSettings, backupPlaceOf } from '#backend/settings/backup-settings.ts';
import { createFolderTarget, type FolderTarget } from './folder-target.ts';
import { createStoreTarget, type StoreTarget } from './store-target.ts';

/** Where the timed backups of a shop go. */
export interface Targets {
  folder: FolderTarget | null;
  store: StoreTarget | null;
}

/**
 * The targets of the settings. It asks nobody yet.
 * @param patience - with the store.
 */
export function openTargets(settings: BackupSettings, patience?: S3Patience): Targets {
  const { BACKUP_FOLDER: folder, BACKUP_AGE_RECIPIENT: recipient } = settings;
  const place = backupPlaceOf(settings);
  return {
    folder: folder === undefined ? null : createFolderTarget(folder),
    store: place && createStoreTarget(place, recipient, patience),
  };
}

export const listTargets = ({ folder, store }: Targets) =>
  [folder, store].filter((target) => target !== null);
