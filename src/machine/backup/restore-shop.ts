import { chown, copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { checkBackup } from '#backend/backup/check.ts';
import { isInUse, restore } from '#backend/backup/restore.ts';
import { openTargets } from '#backend/backup/targets/open.ts';
import { type Addresses, isShared } from '#backend/db/addresses.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { asUser, ownerOf } from '#machine/as-user.ts';
import { type Journal, journalAt } from '#machine/journal.ts';
import { withLock } from '#machine/lock.ts';
import type { Machine } from '#machine/place.ts';
import { atPort, clusterOf, control, listClusters } from '#machine/recovery/clusters.ts';
import { keepWhatEnded, lookAt, whatGoes } from '#machine/recovery/look.ts';
import {
  dropCluster,
  exchangeBack,
  exchangeClusters,
  findMoment,
  listAside,
  RESTORED,
  restoreMoment,
  type Swap,
} from '#machine/recovery/moment.ts';
import { type Services, servicesOf } from '#machine/services.ts';
import {
  besideOf,
  discardDatabase,
  dropBeside,
  exchange,
  makeBeside,
  undoExchange,
} from './exchange.ts';
import { FETCHED, fetchBackup } from './find.ts';
import { onShop, type ShopPlaces } from './on-shop.ts';

/** Something to restore: a backup, or a moment of the archive. */
export type Wanted =
  | {
      /** A file, the name of a backup, or 'latest'. */
      backup: string;
      /** The text of age's key file. */
      identity?: string | undefined;
    }
  | {
      /** Null for the newest that can be had. */
      moment: Date | null;
    };

/** A restored shop beside the one that sells. It waits for the word that opens it. */
export interface Prepared {
  /** The name of its backup, or the archive, as part of a sentence. */
  backup: string;
  /** The moment that it is of. */
  of: string;
  /** The cluster that has it, and its port. Without one, it is a database beside the shop's. */
  cluster?: { version: string; name: string; port: number };
}

/** An opening under way, as it has to be known when it is killed and undone. */
export interface RestoreEntry {
  backup: string;
  /** When it began. */
  at: string;
  swap?: Swap;
}

export const restoreJournal = ({ journals }: Pick<Machine, 'journals'>) =>
  journalAt<RestoreEntry>(join(journals, 'restore.json'));
export const preparedJournal = ({ journals }: Pick<Machine, 'journals'>) =>
  journalAt<Prepared>(join(journals, 'restored.json'));

/** The machine around a restore. */
export interface Around {
  machine: Machine;
  services: Services;
  /** There while the shop is closed, so that its parts stay closed. */
  journal: Journal<RestoreEntry>;
  prepared: Journal<Prepared>;
}

export const aroundOf = (machine: Machine, services = servicesOf(machine)): Around => ({
  machine,
  services,
  journal: restoreJournal(machine),
  prepared: preparedJournal(machine),
});

type Say = (detail: string) => void;
interface How {
  say?: Say;
  now?: Date;
}

/**
 * Restores the shop beside itself while it sells, and looks at what was restored: a backup into a database beside
 * its own, a moment into a cluster beside its own. Pictures and site stay as they are: the names of pictures are
 * hashes of what is in them, and the publisher replaces the site. An earlier one that waits is removed.
 * @returns what was found, and what would go, in sentences.
 * @throws Error when nothing was restored.
 */
export async function prepareRestore(
  settings: Settings,
  around: Around,
  wanted: Wanted,
  { say = () => {}, now = new Date() }: How = {},
): Promise<string[]> {
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  return withLock(settings.DATA_DIR, async () => {
    await expectNoneUnderWay(around);
    try {
      await dropPrepared(settings, around);
      const made =
        'moment' in wanted
          ? await besideByMoment(settings, around, wanted.moment, { say, now })
          : await besideByFile(settings, wanted, say);
      await around.prepared.write(made);
      const lines = await asUser(owner, () => look(settings, made));
      return [
        `The shop of ${lagosTime(made.of)} is restored beside the one that sells.`,
        ...lines,
        'turare restore --open lets shoppers in there; turare restore --undo removes it.',
      ];
    } catch (cause) {
      // The cause matters more than what is left.
      await dropPrepared(settings, around).catch(() =>
        say('turare restore --undo removes what is left'),
      );
      throw new Error('Nothing was restored. The shop is as it was.', { cause });
    } finally {
      await removeCopies(settings.DATA_DIR);
    }
  });
}

/**
 * Lets shoppers into the restored shop: from then on nothing more is sold on the one before, which stays under
 * another name, or in its own cluster. Whenever this is killed, the journal keeps the shop closed until it is
 * undone.
 * @returns what there is now, in sentences.
 * @throws Error when nothing was changed.
 */
export async function openRestored(
  settings: Settings,
  around: Around,
  { now = new Date() }: How = {},
): Promise<string[]> {
  const { services, journal, prepared } = around;
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  return withLock(settings.DATA_DIR, async () => {
    await expectNoneUnderWay(around);
    const made = await prepared.read();
    if (!made) throw new Error('No restored shop waits: turare restore makes one first');
    const swap = made.cluster && (await swapOf(settings, made.cluster));
    // It does not start with the machine.
    if (made.cluster) await control(made.cluster, 'start');
    const at = now.toISOString();
    await journal.write({ backup: made.backup, at, ...(swap && { swap }) });
    const lines = await services
      .stop()
      .then(async () => {
        await asUser(owner, () => finish(settings, made));
        if (!swap) return asUser(owner, () => onShop(settings, (shop) => exchangeNames(shop, at)));
        await exchangeClusters(swap);
        return [aside(swap.before, 'in the cluster')];
      })
      .catch(async (cause: unknown) => {
        await takeBack(settings, around);
        await services.start();
        throw new Error('Nothing was changed. The shop is as it was.', { cause });
      });
    await prepared.end();
    await journal.end();
    const opened = `The shop is as it was on ${lagosTime(made.of)}. It asks the providers of payments what was paid and paid back since then, and tells you of payments without an order.`;
    return [opened, ...lines, ...(await services.start())];
  });
}

/**
 * Ends a restore: one whose opening was killed, so that the shop is what it was before, with every order, or one
 * that waits.
 * @returns what there is now, in sentences.
 * @throws Error when there is none.
 */
export const undoRestore = (settings: Settings, around: Around): Promise<string[]> =>
  withLock(settings.DATA_DIR, async () => {
    const { journal, services } = around;
    const entry = await journal.read();
    await removeCopies(settings.DATA_DIR);
    if (!entry) {
      if (!(await dropPrepared(settings, around)))
        throw new Error('No restore was stopped in the middle, and no restored shop waits.');
      return ['What was restored is removed. The shop is as it was.'];
    }
    await services.stop();
    await takeBack(settings, around);
    const faults = await services.start();
    return [`The shop is as it was before the restore of ${entry.backup}.`, ...faults];
  });

async function expectNoneUnderWay({ journal }: Around): Promise<void> {
  if (await journal.read())
    throw new Error('A restore was stopped in the middle. turare restore --undo ends it');
}

async function besideByFile(
  settings: Settings,
  { backup, identity }: { backup: string; identity?: string | undefined },
  say: Say,
): Promise<Prepared> {
  const { DATA_DIR: dataDir } = settings;
  const owner = await ownerOf({ dataDir });
  const found = await asUser(owner, () => fetchBackup(openTargets(settings), backup, dataDir));
  const file = owner ? await readableBy(owner, found, dataDir) : found;
  say(`reading ${file}`);
  await checkBackup(file, say, identity);
  const { at } = await asUser(owner, () =>
    onShop(settings, async (shop) => {
      const beside = await makeBeside(shop.databaseUrl);
      return restore({ ...shop, databaseUrl: beside }, file, say, { identity });
    }),
  );
  return { backup: basename(file), of: at.toISOString() };
}

async function besideByMoment(
  settings: Settings,
  { machine }: Around,
  moment: Date | null,
  { say, now }: { say: Say; now: Date },
): Promise<Prepared> {
  if (machine.kind === 'container') throw new Error('A container has no archive');
  const found = await findMoment(machine, settings, moment);
  const { cluster, at } = await restoreMoment(found, { moment, now, say });
  const { version, name, port } = cluster;
  return { backup: 'the archive', of: at.toISOString(), cluster: { version, name, port } };
}

/** Where a restored shop is. */
const besideAt = (shop: ShopPlaces, { cluster }: Prepared): Addresses =>
  cluster ? atPort(shop.databaseUrl.direct, cluster.port) : besideOf(shop.databaseUrl);

async function look(settings: Settings, made: Prepared): Promise<string[]> {
  return onShop(settings, async (shop) => {
    const beside = besideAt(shop, made);
    await migrate(beside);
    return onDatabases(shop, beside, async (restored, present) => [
      ...(await lookAt(restored, shop.pictures, settings)),
      ...(present === null
        ? ['What was sold since cannot be counted, because the database of before does not answer.']
        : await whatGoes(present, restored, new Date(made.of))),
    ]);
  });
}

/** Does what the restored shop still needs before it sells. */
const finish = (settings: Settings, made: Prepared): Promise<void> =>
  onShop(settings, (shop) =>
    onDatabases(shop, besideAt(shop, made), async (restored, present) => {
      if (present) await keepWhatEnded(present, restored);
      await recordLostTime(restored, 'restored', new Date(made.of));
    }),
  );

/** Opens the restored database, and the present one if it is a shop that answers. */
async function onDatabases<T>(
  shop: ShopPlaces,
  beside: Addresses,
  work: (restored: Database, present: Database | null) => Promise<T>,
): Promise<T> {
  const isThere = await isInUse(shop.databaseUrl).catch(() => false);
  const restored = connect(beside, { connections: 2 });
  const present = isThere ? connect(shop.databaseUrl.direct, { connections: 2 }) : null;
  try {
    return await work(restored.db, present?.db ?? null);
  } finally {
    await Promise.all([restored.close(), present?.close()]);
  }
}

async function swapOf(
  settings: Settings,
  { version, name, port: beside }: NonNullable<Prepared['cluster']>,
): Promise<Swap> {
  const live = await clusterOf(settings);
  if (!live) throw new Error("The shop's cluster of PostgreSQL is not there");
  return { version, before: live.name, restored: name, port: live.port, beside };
}

const aside = (name: string, where: string) =>
  `What was there before is ${where} ${name}. Once you need it no more: turare restore --discard ${name}`;

/** Gives the restored database the name of the shop's. */
async function exchangeNames({ databaseUrl }: ShopPlaces, at: string): Promise<string[]> {
  const wasEmpty = !(await isInUse(databaseUrl));
  const before = await exchange(databaseUrl, at);
  // The calls' role has its rights by the address that it uses.
  if (isShared(databaseUrl)) await migrate(databaseUrl);
  if (!wasEmpty) return [aside(before, 'in the database')];
  await discardDatabase(databaseUrl, before);
  return [];
}

/** Brings back what sold before the opening in the journal, and ends both journals. */
async function takeBack(settings: Settings, { journal, prepared }: Around): Promise<void> {
  const entry = await journal.read();
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  if (entry?.swap) {
    await exchangeBack(entry.swap);
    await dropCluster(entry.swap.restored);
  } else if (entry) {
    await asUser(owner, () =>
      onShop(settings, ({ databaseUrl }) => undoExchange(databaseUrl, entry.at)),
    );
  }
  await prepared.end();
  await journal.end();
}

/** Removes a restored shop that waits, and what a killed restore has left. @returns whether there was something. */
async function dropPrepared(
  settings: Settings,
  { machine, prepared }: Pick<Around, 'machine' | 'prepared'>,
): Promise<boolean> {
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  const left = machine.kind === 'installed' ? await listLeft(settings) : [];
  for (const name of left) await dropCluster(name);
  const wasBeside = await asUser(owner, () =>
    onShop(settings, async ({ databaseUrl }) => {
      const answers = await isInUse(databaseUrl).then(
        () => true,
        () => false,
      );
      // A server that is lost has no database beside the shop's.
      return answers && dropBeside(databaseUrl);
    }),
  );
  await prepared.end();
  return wasBeside || left.length > 0;
}

/** The clusters that a restore has made, and that neither sell nor were put aside. */
async function listLeft(settings: Settings): Promise<string[]> {
  const [live, asideOnes] = [await clusterOf(settings), await listAside()];
  const all = await listClusters().catch(() => []);
  return all
    .map(({ name }) => name)
    .filter((name) => RESTORED.test(name) && name !== live?.name && !asideOnes.includes(name));
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
  if ((await listAside()).includes(name)) return dropCluster(name);
  const owner = await ownerOf({ dataDir: settings.DATA_DIR });
  await asUser(owner, () =>
    onShop(settings, ({ databaseUrl }) => discardDatabase(databaseUrl, name)),
  );
};
