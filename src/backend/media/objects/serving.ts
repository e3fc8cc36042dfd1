import type { Log } from '#backend/base/log.ts';
import { s3PlaceOf } from '#backend/settings/media-settings.ts';
import { cached } from './cached.ts';
import { type ObjectStore, StoreUnavailable } from './object-store.ts';
import { type MediaSettings, openPictures } from './open.ts';
import { type StoreCall, watchOutages } from './outages.ts';
import { probeStore } from './probe.ts';

/** The store of pictures as an API process uses it. */
export interface ServingStore {
  objects: ObjectStore;
  /** Whether the store answers. Null for a folder, which is on this machine. */
  isUp: (() => boolean) | null;
}

/**
 * Opens the store of pictures for a process that serves them. Probes an S3 store first: a process that could show no
 * picture does not start. An outage does not stop it, because the shop can still sell.
 * @throws StoreUnavailable if the merchant must fix something.
 */
export async function openForServing(
  settings: MediaSettings,
  parts: { log: Log; onCall?: ((call: StoreCall) => void) | undefined },
): Promise<ServingStore> {
  const store = openPictures(settings);
  if (!s3PlaceOf(settings)) return { objects: store, isUp: null };
  const watched = watchOutages(store, parts);
  try {
    await probeStore(watched);
  } catch (error) {
    if (!(error instanceof StoreUnavailable) || error.needsFix) throw error;
  }
  return { objects: cached(watched), isUp: watched.isUp };
}
