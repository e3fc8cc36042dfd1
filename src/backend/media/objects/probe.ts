import { randomBytes } from 'node:crypto';
import { keyOf, type ObjectStore, StoreUnavailable } from './object-store.ts';

/**
 * Writes, reads, lists and removes an object, as the shop will. The object is an original that nothing shows.
 * @throws StoreUnavailable that says what is wrong.
 */
export async function probeStore(store: ObjectStore): Promise<void> {
  // A unique key, because another process may probe at the same time.
  const key = keyOf.original(randomBytes(20).toString('hex'));
  const bytes = Buffer.from('turare');
  // Without the right to list, some stores answer 403 for a missing object, so that no picture could be made.
  await store.get(key).catch((error: unknown) => {
    throw explained(error);
  });
  await store.put(key, bytes);
  const read = await store.get(key);
  await store.remove(key);
  if (read?.equals(bytes)) return;
  throw new StoreUnavailable(`What was written to ${store.name} was not there a moment later.`, {
    needsFix: true,
  });
}

function explained(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable) || !error.message.includes('s3:GetObject')) return error;
  return new StoreUnavailable(
    error.message.replace('s3:GetObject (', 's3:GetObject, and s3:ListBucket beside it ('),
    { needsFix: true },
  );
}
