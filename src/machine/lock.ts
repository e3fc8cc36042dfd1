import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#process/file-lock.ts';
import { asOwner } from './as-user.ts';

/**
 * Runs work under the one lock for restore, backup, update and removal. The lock ends with its process.
 * @throws Error if another process holds it.
 */
export async function withLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const unlock = await asOwner(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    return lockFile(join(dataDir, 'maintenance.lock'));
  });
  if (!unlock) {
    throw new Error(
      'Another restore, backup or update of this shop is running. This one has changed nothing.',
    );
  }
  return work().finally(unlock);
}

/** Whether one of these runs. */
export const isLocked = (dataDir: string): Promise<boolean> =>
  withLock(dataDir, async () => false).catch(() => true);
