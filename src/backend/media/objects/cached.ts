import { LRUCache } from 'lru-cache';
import type { ObjectStore } from './object-store.ts';

/** Bytes of pictures that a process keeps in memory: about 3,000 renditions. */
const CACHE_BYTES = 64_000_000;
/** A larger object, such as a photo of 20 MB, would displace hundreds of renditions. */
const LARGEST_ENTRY = 4_000_000;

/** Whether an object never changes, because its key identifies its content. */
const isImmutable = (key: string) => !key.startsWith('sources/');

/**
 * Keeps the most recently requested pictures of a distant store in memory. It serves them without a call to the store,
 * even during an outage. It needs no clearing, because a picture's key is a hash.
 */
export function cached(store: ObjectStore, bytes = CACHE_BYTES): ObjectStore {
  const cache = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: bytes,
    maxEntrySize: LARGEST_ENTRY,
    sizeCalculation: ({ length }) => Math.max(length, 1),
  });
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer> | null>>();

  async function fetchOne(key: string): Promise<Buffer<ArrayBuffer> | null> {
    const found = await store.get(key);
    if (found) cache.set(key, found);
    return found;
  }

  return {
    name: store.name,
    async put(key, content) {
      await store.put(key, content);
      if (isImmutable(key)) cache.set(key, Buffer.from(content));
    },
    get(key) {
      if (!isImmutable(key)) return store.get(key);
      const kept = cache.get(key);
      if (kept) return Promise.resolve(kept);
      const waiting = underWay.get(key);
      if (waiting) return waiting;
      const fetching = fetchOne(key).finally(() => underWay.delete(key));
      underWay.set(key, fetching);
      return fetching;
    },
    has: async (key) => cache.has(key) || (await store.has(key)),
    async remove(key) {
      cache.delete(key);
      await store.remove(key);
    },
    list: (kind) => store.list(kind),
  };
}
