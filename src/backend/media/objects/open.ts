import { s3PlaceOf } from '#backend/settings/media-settings.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

export type MediaSettings = Parameters<typeof s3PlaceOf>[0] & Pick<Settings, 'DATA_DIR'>;

/** Returns the store of the shop's pictures: the bucket of the settings, else the data folder. Calls nothing yet. */
export function openPictures(settings: MediaSettings): ObjectStore {
  const place = s3PlaceOf(settings);
  return place ? createS3Store(place) : createFolderStore(settings.DATA_DIR);
}
