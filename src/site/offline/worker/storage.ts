import { PAGES, PICTURES } from '#site/offline/kept.ts';

/**
 * Writes an entry as the newest of its cache. If the device has no room, the older half of pages and pictures is
 * deleted, and the entry is tried once more. @throws when there is no room even then.
 */
export async function put(cacheName: string, path: string, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName);
  const again = answer.clone();
  try {
    // A cache lists its entries in writing order. An overwritten entry would keep its place.
    await cache.delete(path);
    await cache.put(path, answer);
  } catch (error) {
    if ((error as Error).name !== 'QuotaExceededError') throw error;
    await makeRoom();
    await cache.put(path, again);
  }
}

async function makeRoom(): Promise<void> {
  for (const name of [PICTURES, PAGES]) {
    const { length } = await (await caches.open(name)).keys();
    await keepNewest(name, Math.floor(length / 2));
  }
}

/** Deletes the oldest entries of a cache until `limit` are left. */
export async function keepNewest(cacheName: string, limit: number): Promise<void> {
  const cache = await caches.open(cacheName);
  const entries = await cache.keys();
  for (const entry of entries.slice(0, Math.max(0, entries.length - limit)))
    await cache.delete(entry);
}
