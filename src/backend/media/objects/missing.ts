import { keyOf, type ObjectStore } from './object-store.ts';

/** The number of pictures that the store is asked for at the same time. */
const AT_A_TIME = 20;

/** Returns those of these hashes whose originals the store does not have. @throws StoreUnavailable. */
export async function missingOriginals(
  objects: ObjectStore,
  hashes: readonly string[],
): Promise<Set<string>> {
  const missing = new Set<string>();
  for (let at = 0; at < hashes.length; at += AT_A_TIME) {
    const asked = hashes.slice(at, at + AT_A_TIME).map(async (hash) => {
      if (!(await objects.has(keyOf.original(hash)))) missing.add(hash);
    });
    await Promise.all(asked);
  }
  return missing;
}
