import PQueue from 'p-queue';
import { OBJECT_KINDS, type ObjectStore, type StoredObject } from './object-store.ts';

/** Objects in progress at a time. Most of the time is spent waiting for the store. */
const AT_ONCE = 8;

/** The result of a copy. */
export interface CopyReport {
  copied: number;
  /** The number of objects that were there already. */
  there: number;
  /** The number of bytes copied. */
  bytes: number;
}

/**
 * Copies the pictures of one store into another, originals first. Skips objects that are there in the same size, so an
 * interrupted copy continues, and a second copy adds what is new.
 * @throws the first error of a store; what was copied before it stays.
 */
export async function copyPictures(
  from: ObjectStore,
  to: ObjectStore,
  onProgress: (report: CopyReport) => void = () => {},
): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, there: 0, bytes: 0 };
  const queue = new PQueue({ concurrency: AT_ONCE });
  const failures: unknown[] = [];
  const copyOne = async ({ key }: StoredObject) => {
    const bytes = await from.get(key);
    // It was removed after it was listed.
    if (!bytes) return;
    await to.put(key, bytes);
    report.copied++;
    report.bytes += bytes.length;
    onProgress(report);
  };
  for (const kind of OBJECT_KINDS) {
    const sizes = new Map<string, number>();
    for await (const { key, size } of to.list(kind)) sizes.set(key, size);
    for await (const object of from.list(kind)) {
      if (failures.length > 0) break;
      if (sizes.get(object.key) === object.size) {
        report.there++;
        continue;
      }
      void queue.add(() => copyOne(object)).catch((error: unknown) => failures.push(error));
      await queue.onSizeLessThan(AT_ONCE);
    }
    await queue.onIdle();
    if (failures.length > 0) throw failures[0];
  }
  return report;
}
