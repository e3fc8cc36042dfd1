import { chown, copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkBackup } from '#backend/backup/check.ts';
import { DatabaseInUse } from '#backend/backup/restore.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { asUser, ownerOf } from '#machine/as-user.ts';
import type { Services } from '#machine/services.ts';
import { fetchBackup } from './find.ts';
import { onShop, type ShopPlaces } from './on-shop.ts';
import { discardDatabase, type PutAside, putDatabaseAside } from './put-aside.ts';
import { restoreInto } from './restored.ts';

interface Wanted {
  /** A file, the name of a backup, or 'latest'. */
  backup: string;
  /** The text of age's key file. */
  identity?: string | undefined;
}

/**
 * Makes the shop of this machine what it was. The backup is read to its last byte while the shop still sells; then the shop is
 * stopped, and its database is renamed rather than emptied, so that a restore that fails is undone by a name. The pictures stay: their
 * names are hashes of what is in them, so that none is overwritten by another. Nor does the site go; the publisher replaces it.
 * @returns what there is now, in sentences. @throws Error when nothing was changed.
 */
export async function restoreShop(
  settings: Settings,
  services: Services,
  wanted: Wanted,
  { say = () => {}, now = new Date() }: { say?: (detail: string) => void; now?: Date } = {},
): Promise<string[]> {
  const { DATA_DIR: dataDir } = settings;
  const owner = await ownerOf({ dataDir });
  const fetched = await asUser(owner, async () => {
    await mkdir(dataDir, { recursive: true });
    return fetchBackup(openTargets(settings), wanted.backup, dataDir);
  });
  const { identity } = wanted;
  const own = owner ? await copyFor(owner, fetched.file, dataDir) : null;
  const file = own ?? fetched.file;
  try {
    say(`reading ${file}`);
    await checkBackup(file, say, identity);
    const lines = await services
      .stop()
      .then(() =>
        asUser(owner, () =>
          onShop(settings, (shop) => restoreAside(shop, file, { identity, say, now })),
        ),
      )
      .catch(async (cause: unknown) => {
        await services.start();
        throw new Error('Nothing was restored. The shop is as it was.', { cause });
      });
    return [...lines, ...(await services.start())];
  } finally {
    await fetched.remove();
    if (own !== null) await rm(dirname(own), { recursive: true, force: true });
  }
}

async function restoreAside(
  shop: ShopPlaces,
  file: string,
  { now, ...how }: { identity: string | undefined; say: (detail: string) => void; now: Date },
): Promise<string[]> {
  try {
    return [await restoreInto(shop, file, how)];
  } catch (error) {
    if (!(error instanceof DatabaseInUse)) throw error;
  }
  const aside: PutAside = await putDatabaseAside(shop.databaseUrl, now);
  try {
    return [
      await restoreInto(shop, file, how),
      `What was there before is in the database ${aside.name}. Once you need it no more: turare restore --discard ${aside.name}`,
    ];
  } catch (error) {
    await aside.undo();
    throw error;
  }
}

/** A copy of a file that root alone may read, which the owner of the shop reads. */
async function copyFor(
  { uid, gid }: { uid: number; gid: number },
  file: string,
  dataDir: string,
): Promise<string | null> {
  if (file.startsWith(join(dataDir, '/'))) return null;
  const folder = join(dataDir, 'backup-given');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, basename(file));
  await copyFile(file, copy);
  for (const path of [folder, copy]) await chown(path, uid, gid);
  return copy;
}

/** Deletes what a restore has put aside. */
export const discardAside = async (settings: Settings, name: string): Promise<void> => {
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  await asUser(owner, () =>
    onShop(settings, ({ databaseUrl }) => discardDatabase(databaseUrl, name)),
  );
};
