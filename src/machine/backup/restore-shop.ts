import { join } from 'node:path';
import { isInUse } from '#backend/backup/restore.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { recordLostTime } from '#backend/lost-time/lost-times.ts';
import type { ObjectStore } from '#backend/media/objects/object-store.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { type Journal, journalAt } from '#machine/journal.ts';
import { withLock } from '#machine/lock.ts';
import type { Machine } from '#machine/place.ts';
import { keepWhatEnded, lookAt, whatGoes } from '#machine/recovery/look.ts';
import { type Services, servicesOf } from '#machine/services.ts';
import type { Beside, How, Prepared, RestoreEntry } from './beside.ts';
import { byCluster, type WantedMoment } from './cluster.ts';
import { byDatabase, type WantedBackup } from './database.ts';
import { dropFetched } from './find.ts';
import { onOwnShop } from './on-shop.ts';

/** Something to restore: a backup, or a moment of the archive. */
export type Wanted = WantedBackup | WantedMoment;

export const restoreJournal = ({ journals }: Pick<Machine, 'journals'>) =>
  journalAt<RestoreEntry>(join(journals, 'restore.json'));
export const preparedJournal = ({ journals }: Pick<Machine, 'journals'>) =>
  journalAt<Prepared>(join(journals, 'restored.json'));

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

const besideOf = ({ clusters }: Prepared): Beside<never> => (clusters ? byCluster : byDatabase);

/** Advice for a restored shop that waits. */
export const WAITS =
  'turare restore --open lets shoppers in there; turare restore --undo removes it.';

/**
 * Restores the shop beside itself while it sells, and looks at what was restored. Pictures and site stay as they
 * are: the names of pictures are hashes of what is in them, and the publisher replaces the site. An earlier one
 * that waits is removed.
 * @returns what was found, and what would go, in sentences.
 * @throws Error when nothing was restored.
 */
export const prepareRestore = (
  settings: Settings,
  around: Around,
  wanted: Wanted,
  { say = () => {}, now = new Date() }: Partial<How> = {},
): Promise<string[]> =>
  withLock(settings.DATA_DIR, async () => {
    await expectNoneUnderWay(around);
    try {
      await dropLeft(settings, around);
      const how = { machine: around.machine, say, now };
      const made =
        'moment' in wanted
          ? await byCluster.make(settings, wanted, how)
          : await byDatabase.make(settings, wanted, how);
      await around.prepared.write(made);
      return [
        `The shop of ${lagosTime(made.of)} is restored beside the one that sells.`,
        ...(await look(settings, made)),
        WAITS,
      ];
    } catch (cause) {
      // The cause matters more than what is left.
      await dropLeft(settings, around).catch(() =>
        say('turare restore --undo removes what is left'),
      );
      throw new Error('Nothing was restored. The shop is as it was.', { cause });
    } finally {
      await dropFetched(settings);
    }
  });

/**
 * Lets shoppers into the restored shop: from then on nothing more is sold on the one before, which stays aside.
 * Whenever this is killed, the journal keeps the shop closed until it is undone.
 * @returns what there is now, in sentences.
 * @throws Error when nothing was changed.
 */
export const openRestored = (
  settings: Settings,
  around: Around,
  { now = new Date() }: Partial<How> = {},
): Promise<string[]> =>
  withLock(settings.DATA_DIR, async () => {
    const { services, journal, prepared } = around;
    await expectNoneUnderWay(around);
    const made = await prepared.read();
    if (!made) throw new Error('No restored shop waits: turare restore makes one first');
    const entry = { ...made, at: now.toISOString() };
    const beside = besideOf(made);
    await beside.start?.(made);
    await journal.write(entry);
    const aside = await services
      .stop()
      .then(async () => {
        await finish(settings, made);
        return beside.open(settings, entry);
      })
      .catch(async (cause: unknown) => {
        await takeBack(settings, around, entry);
        await services.start();
        throw new Error('Nothing was changed. The shop is as it was.', { cause });
      });
    await prepared.end();
    await journal.end();
    return [
      `The shop is as it was on ${lagosTime(made.of)}. It asks the providers of payments what was paid and paid back since then, and tells you of payments without an order.`,
      aside !== null &&
        `What was there before is in the ${beside.noun} ${aside}. When you no longer need it: turare restore --discard ${aside}`,
      ...(await services.start()),
    ].filter((line) => line !== false);
  });

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
    await dropFetched(settings);
    if (!entry) {
      if (!(await dropLeft(settings, around)))
        throw new Error('No restore was interrupted, and no restored shop waits.');
      return ['What was restored is removed. The shop is as it was.'];
    }
    await services.stop();
    await takeBack(settings, around, entry);
    const faults = await services.start();
    return [`The shop is as it was before the restore of ${entry.backup}.`, ...faults];
  });

/** Deletes what a restore has put aside. @throws Error for anything else. */
export const discardAside = async (settings: Settings, name: string): Promise<boolean> =>
  (await byCluster.discard(settings, name)) || byDatabase.discard(settings, name);

/** The databases and clusters that restores have put aside. */
export const listAside = async (db: Pick<Database, 'execute'>): Promise<string[]> => [
  ...(await byDatabase.listAside(db)),
  ...(await byCluster.listAside(db)),
];

async function expectNoneUnderWay({ journal }: Around): Promise<void> {
  if (await journal.read())
    throw new Error('A restore was interrupted. turare restore --undo ends it');
}

/** Removes a restored shop that waits, and what a killed restore has left. @returns whether there was something. */
async function dropLeft(settings: Settings, { machine, prepared }: Around): Promise<boolean> {
  const wasCluster = machine.kind === 'installed' && (await byCluster.dropLeft(settings));
  const wasDatabase = await byDatabase.dropLeft(settings);
  await prepared.end();
  return wasCluster || wasDatabase;
}

/** Brings back what sold before an opening, and ends both journals. */
async function takeBack(
  settings: Settings,
  { journal, prepared }: Around,
  entry: RestoreEntry,
): Promise<void> {
  await besideOf(entry).takeBack(settings, entry);
  await prepared.end();
  await journal.end();
}

const look = (settings: Settings, made: Prepared): Promise<string[]> =>
  onBoth(settings, made, async (restored, present, pictures) => [
    ...(await lookAt(restored, pictures, settings)),
    ...(present === null
      ? ['What was sold since cannot be counted, because the previous database does not answer.']
      : await whatGoes(present, restored, new Date(made.of))),
  ]);

/** Does what the restored shop still needs before it sells. */
const finish = (settings: Settings, made: Prepared): Promise<void> =>
  onBoth(settings, made, async (restored, present) => {
    if (present) await keepWhatEnded(present, restored);
    await recordLostTime(restored, 'restored', new Date(made.of));
  });

/** Works on the restored database in this version's form, and on the present one if it is a shop that answers. */
const onBoth = <T>(
  settings: Settings,
  made: Prepared,
  work: (restored: Database, present: Database | null, pictures: ObjectStore) => Promise<T>,
): Promise<T> =>
  onOwnShop(settings, async ({ databaseUrl, pictures }) => {
    const there = besideOf(made).address(databaseUrl, made);
    await migrate(there);
    const isThere = await isInUse(databaseUrl).catch(() => false);
    const restored = connect(there, { connections: 2 });
    const present = isThere ? connect(databaseUrl.direct, { connections: 2 }) : null;
    try {
      return await work(restored.db, present?.db ?? null, pictures);
    } finally {
      await Promise.all([restored.close(), present?.close()]);
    }
  });
