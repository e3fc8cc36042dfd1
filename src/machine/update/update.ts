import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLock } from '#machine/lock.ts';
import { type InstalledMachine, machineEnvironment } from '#machine/place.ts';
import { keepAddress, sourceOf } from './address.ts';
import { changesBetween } from './change-log.ts';
import { updateJournal } from './journal.ts';
import { currentVersion, folderOf, openWork, removeOld, unpack } from './releases.ts';
import { goBack, goOn, prepare } from './steps.ts';
import { readOffer, takeArchive } from './take.ts';
import { compareVersions, isPreRelease } from './version.ts';

export interface UpdateOptions {
  /** Also installs a version that is older than the installed one. */
  back: boolean;
  /** Also installs a version before its release. A machine that has one takes the next in any case. */
  pre: boolean;
  /** Is told what happens, in sentences. */
  say: (line: string) => void;
}

/**
 * Brings a machine to the version that a source offers, without losing a request; when a check of it fails, back to the
 * version before. One that was killed is first brought to its end.
 * @returns the exit code: 1 when the machine went back. @throws Error with a sentence when nothing was changed.
 */
export async function update(
  machine: InstalledMachine,
  where: string,
  options: UpdateOptions,
): Promise<number> {
  const source = await sourceOf(machine, where);
  const installed = await currentVersion(machine);
  const { DATA_DIR = machine.dataDir } = machineEnvironment(machine);
  return withLock(DATA_DIR, async () => {
    const earlier = await finishEarlier(machine, installed, options);
    if (earlier !== 0) return earlier;
    const from = await currentVersion(machine);
    const pre = options.pre || isPreRelease(from);
    const offer = await readOffer(source, machine.releaseKey, pre);
    await keepAddress(machine, source);
    const { version: to } = offer;
    const order = compareVersions(to, from);
    if (to === from) {
      options.say(`Version ${to} is installed already.`);
      return 0;
    }
    if (order < 0 && !options.back) {
      throw new Error(
        `${source.name} has version ${to}, which is older than the installed ${from}. Option back installs it all the same`,
      );
    }
    options.say(`Taking version ${to} from ${source.name}.`);
    const work = await openWork(machine);
    try {
      await unpack(machine, await takeArchive(source, offer, work), to, work);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    await sayChanges(machine, from, to, options.say);
    return await bring(machine, { from, to, where: source.name }, options);
  });
}

/** Goes the whole way to a version whose folder is there. */
async function bring(
  machine: InstalledMachine,
  { from, to, where }: { from: string; to: string; where: string },
  { say }: UpdateOptions,
): Promise<number> {
  const journal = await prepare(machine, { from, to, where }, say);
  const code = await goOn(machine, journal, say);
  if (code === 0) {
    say(`Version ${to} runs.`);
    await sayMachine(machine, from, to, say);
  }
  const gone = await removeOld(machine, [from, to]);
  if (gone.length > 0) say(`The folders of ${gone.join(', ')} were removed.`);
  return code;
}

/** Brings an update to its end that was killed. @returns 1 when it goes back. */
async function finishEarlier(
  machine: InstalledMachine,
  installed: string,
  { say }: UpdateOptions,
): Promise<number> {
  const journal = await updateJournal(machine).read();
  if (!journal) return 0;
  if (journal.failed !== undefined) {
    say(`The way back from version ${journal.to} was interrupted. It continues.`);
    return goBack(machine, journal, journal.failed, say);
  }
  if (installed === journal.to) {
    say(`The update to version ${journal.to} was interrupted. It continues.`);
    const code = await goOn(machine, journal, say);
    if (code === 0) say(`Version ${journal.to} runs.`);
    return code;
  }
  // Nothing that runs was changed.
  return 0;
}

async function sayChanges(
  machine: InstalledMachine,
  from: string,
  to: string,
  say: (line: string) => void,
): Promise<void> {
  const log = await readFile(join(folderOf(machine, to), '.github/CHANGELOG.md'), 'utf8');
  const changes = changesBetween(log, from, to);
  if (changes) say(`\nWhat is new since version ${from}:\n\n${changes}\n`);
}

/** Files that the installer has filled in for this machine: an update leaves them alone. */
const INSTALLED = [
  ...['turare-api@.service', 'turare-backup.service', 'turare-backup.timer'],
  ...['turare-archive.service', 'turare-archive.timer'],
  ...['turare-migrate.service', 'turare-publisher.service'],
].map((name) => `systemd/${name}`);

async function sayMachine(
  machine: InstalledMachine,
  from: string,
  to: string,
  say: (line: string) => void,
): Promise<void> {
  const read = async (version: string, name: string) =>
    readFile(join(folderOf(machine, version), 'src/server/deployment', name), 'utf8').catch(
      () => '',
    );
  for (const name of [...INSTALLED, 'nginx.conf.template']) {
    if ((await read(from, name)) === (await read(to, name))) continue;
    say(
      `Version ${to} has other units or other settings of nginx. Run scripts/install in ${folderOf(machine, to)} once more; it keeps your answers.`,
    );
    return;
  }
}
