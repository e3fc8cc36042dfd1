import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#process/file-lock.ts';
import { asUser, ownerOf } from './as-user.ts';

/**
 * Takes the one lock of what changes a shop as a whole: restore, backup, update and removal. It ends with its process.
 * @returns what releases it. @throws Error when another one has it.
 */
export async function lockShop(dataDir: string): Promise<() => void> {
  const unlock = await asUser(await ownerOf({ dataDir }), async () => {
    await mkdir(dataDir, { recursive: true });
    return lockFile(join(dataDir, 'maintenance.lock'));
  });
  if (unlock) return unlock;
  throw new Error(
    'Another restore, backup or update of this shop is running. This one has changed nothing.',
  );
}

/** Whether one of these runs. */
export const isLocked = (dataDir: string): Promise<boolean> =>
  lockShop(dataDir).then(
    (unlock) => {
      unlock();
      return false;
    },
    () => true,
  );
