import { nameOf, type S3Place } from '#backend/settings/s3-place.ts';
import { isOurKey, type ObjectStore } from './object-store.ts';
import { createS3Client, type S3Patience } from './s3-client.ts';
import { faultOfAnswer } from './s3-faults.ts';

/** A browser is waiting for its picture. */
const PATIENCE: S3Patience = { tryMs: 4000, allMs: 6000, tries: 3 };

/**
 * Creates the store in a bucket of any S3-compatible service.
 * @throws StoreUnavailable from each method.
 */
export function createS3Store(place: S3Place, patience: S3Patience = PATIENCE): ObjectStore {
  const { call, list } = createS3Client(place, patience);
  return {
    name: nameOf(place),

    async put(key, body) {
      const { status } = await call('write', { method: 'PUT', key, body });
      if (status === 404) throw faultOfAnswer(place, 'write', { status, code: 'NoSuchKey' });
    },

    async get(key) {
      const { status, bytes } = await call('read', { method: 'GET', key });
      return status === 404 ? null : bytes;
    },

    has: async (key) => (await call('read', { method: 'HEAD', key })).status !== 404,

    async remove(key) {
      await call('remove', { method: 'DELETE', key });
    },

    async *list(kind) {
      for await (const object of list(`${kind}/`)) if (isOurKey(object.key)) yield object;
    },
  };
}
