import { chown, copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkBackup } from '#backend/backup/check.ts';
import { isInUse } from '#backend/backup/restore.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import { isShared } from '#backend/db/addresses.ts';
import { migrate } from '#backend/db/migrate.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { asUser, ownerOf } from '#machine/as-user.ts';
import { type Journal, journalAt } from '#machine/journal.ts';
import { withLock } from '#machine/lock.ts';
import type { Machine } from '#machine/place.ts';
import type { Services } from '#machine/services.ts';
import { discardDatabase, exchange, makeBeside, undoExchange } from './exchange.ts';
import { FETCHED, fetchBackup } from './find.ts';
import { onShop, type ShopPlaces } from './on-shop.ts';
import { restoreInto } from './restored.ts';

interface Wanted {
  /** A file, the name of a backup, or 'latest'. */
  backup: string;
  /** The text of age's key file. */
  identity?: string | undefined;
}

/** What a restore under way must know when it is killed and undone. */
export interface RestoreEntry {
  /** The name of its backup. */
  backup: string;
  /** When it began. */
  at: string;
}

export const restoreJournal = ({ journals }: Pick<Machine, 'journals'>) =>
  journalAt<RestoreEntry>(join(journals, 'restore.json'));

/** What a restore needs of the machine. */
export interface Around {
  services: Services;
  journal: Journal<RestoreEntry>;
}

type Say = (detail: string) => void;

/**
 * Makes the shop of this machine what it was. The backup is read to its last byte while the shop still sells. Then
 * the shop is stopped, the backup is restored beside its database, and the two exchange their names at once:
 * whenever this is killed, the shop's database is a whole one. The journal keeps the shop closed until the restore
 * ends or is undone. The pictures stay: their names are hashes of what is in them, so that none is overwritten by
 * another. Nor does the site go; the publisher replaces it.
 * @returns what there is now, in sentences. @throws Error when nothing was changed.
 */
export async function restoreShop(
  settings: Settings,
  around: Around,
  { backup, identity }: Wanted,
  { say = () => {}, now = new Date() }: { say?: Say; now?: Date } = {},
): Promise<string[]> {
  const { services, journal } = around;
  const { DATA_DIR: dataDir } = settings;
  const owner = await ownerOf({ dataDir });
  return withLock(dataDir, async () => {
    try {
      const found = await asUser(owner, () => fetchBackup(openTargets(settings), backup, dataDir));
      const file = owner ? await readableBy(owner, found, dataDir) : found;
      say(`reading ${file}`);
      await checkBackup(file, say, identity);
      // What a killed restore has put aside has every order.
      if (await journal.read()) await takeBack(settings, around);
      const at = now.toISOString();
      await journal.write({ backup: basename(file), at });
      const work = (shop: ShopPlaces) => restoreBeside(shop, file, { identity, say, at });
      const lines = await services
        .stop()
        .then(() => asUser(owner, () => onShop(settings, work)))
        .catch(async (cause: unknown) => {
          await takeBack(settings, around);
          await services.start();
          throw new Error('Nothing was restored. The shop is as it was.', { cause });
        });
      await journal.end();
      return [...lines, ...(await services.start())];
    } finally {
      await removeCopies(dataDir);
    }
  });
}

/**
 * Ends a restore that was killed: the shop is what it was before, with every order.
 * @returns what there is now, in sentences. @throws Error when no restore was stopped in the middle.
 */
export const undoRestore = (settings: Settings, around: Around): Promise<string[]> =>
  withLock(settings.DATA_DIR, async () => {
    const entry = await around.journal.read();
    if (!entry) throw new Error('No restore was stopped in the middle.');
    await around.services.stop();
    await takeBack(settings, around);
    await removeCopies(settings.DATA_DIR);
    const faults = await around.services.start();
    return [`The shop is as it was before the restore of ${entry.backup}.`, ...faults];
  });

/** Gives the database of before the restore in the journal its name back, and ends the journal. */
async function takeBack(settings: Settings, { journal }: Around): Promise<void> {
  const entry = await journal.read();
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  if (entry) {
    await asUser(owner, () =>
      onShop(settings, ({ databaseUrl }) => undoExchange(databaseUrl, entry.at)),
    );
  }
  await journal.end();
}

async function restoreBeside(
  shop: ShopPlaces,
  file: string,
  { at, ...how }: { identity: string | undefined; say: Say; at: string },
): Promise<string[]> {
  const { databaseUrl } = shop;
  const beside = await makeBeside(databaseUrl);
  const wasEmpty = !(await isInUse(databaseUrl));
  const line = await restoreInto({ ...shop, databaseUrl: beside }, file, how);
  const aside = await exchange(databaseUrl, at);
  // The calls' role has its rights by the address that it uses.
  if (isShared(databaseUrl)) await migrate(databaseUrl);
  if (wasEmpty) {
    await discardDatabase(databaseUrl, aside);
    return [line];
  }
  return [
    line,
    `What was there before is in the database ${aside}. Once you need it no more: turare restore --discard ${aside}`,
  ];
}

const GIVEN = 'backup-given';

/** Removes the copies of backups, those of a killed restore too. */
async function removeCopies(dataDir: string): Promise<void> {
  for (const name of [GIVEN, FETCHED]) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

/** A file that root has named, in a copy that the owner of the shop may read. */
async function readableBy(
  { uid, gid }: { uid: number; gid: number },
  file: string,
  dataDir: string,
): Promise<string> {
  if (file.startsWith(join(dataDir, '/'))) return file;
  const folder = join(dataDir, GIVEN);
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
