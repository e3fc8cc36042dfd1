import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { API_PORTS, type InstalledMachine, machineEnvironment } from '#machine/place.ts';
import { endJournal, type Journal, readJournal, writeJournal } from './journal.ts';
import { bringApi, UnitFault } from './readiness.ts';
import { folderOf, runOfVersion, switchTo } from './releases.ts';
import { liveSite, restartSite, resumeSite, showSite } from './site.ts';
import { lastLines } from './systemd.ts';

const MINUTE_MS = 60_000;

type Say = (line: string) => void;

/**
 * Backs up, and migrates with the new programs, while the present ones serve. Each step can be done twice.
 * @throws Error with a sentence. Then nothing that runs was changed.
 */
export async function prepare(
  machine: InstalledMachine,
  { from, to }: { from: string; to: string },
  say: Say,
): Promise<Journal> {
  const before = await readJournal(machine);
  const isSame = before?.from === from && before.to === to;
  const journal = isSame ? before : { from, to, site: await liveSite(machine), backedUp: false };
  await writeJournal(machine, journal);
  try {
    if (!journal.backedUp) {
      const { BACKUP_FOLDER = machine.backups } = machineEnvironment(machine);
      say(`Backing up into ${BACKUP_FOLDER}.`);
      say(await backUp(machine, from));
      journal.backedUp = true;
      await writeJournal(machine, journal);
    }
    say(`Migrating with version ${to}.`);
    say((await runOfVersion(machine, to, ['migrate'])).trim());
    return journal;
  } catch (error) {
    await endJournal(machine);
    throw new Error(`Version ${from} goes on as before.`, { cause: error });
  }
}

/** A backup has the name of its minute. An update that was killed may have made one of this minute. */
async function backUp(machine: InstalledMachine, version: string): Promise<string> {
  const run = async () => (await runOfVersion(machine, version, ['backup', '--timed'])).trim();
  try {
    return await run();
  } catch (error) {
    if (!/is there already/.test(String(error))) throw error;
    await pause(MINUTE_MS - (Date.now() % MINUTE_MS));
    return run();
  }
}

/** Swaps and restarts, one process after the other. When a check fails, goes back. @returns the exit code. */
export async function goOn(machine: InstalledMachine, journal: Journal, say: Say): Promise<number> {
  try {
    await switchTo(machine, journal.to);
    await bringApis(machine, say);
    say('Restarting turare-publisher, which builds the site again.');
    await restartSite(machine, journal.to);
    await endJournal(machine);
    return 0;
  } catch (error) {
    const why = await failureOf(error);
    say(why);
    return goBack(machine, journal, why, say);
  }
}

async function bringApis(machine: InstalledMachine, say: Say): Promise<void> {
  for (const port of API_PORTS) await bringApi(machine, port, say);
}

/** Back to the programs of before, on the migrated database: it has the orders of the meantime. @returns 1 */
export async function goBack(
  machine: InstalledMachine,
  journal: Journal,
  why: string,
  say: Say,
): Promise<number> {
  const { from, to, site } = journal;
  say(`Version ${to} failed a check. Going back to version ${from}; all orders stay.`);
  const isOther = site !== null && site !== (await liveSite(machine));
  const shown = journal.shown || isOther;
  await writeJournal(machine, { ...journal, failed: why, shown });
  // Pages come first: they need no process of the API.
  if (isOther) {
    say("Showing the site's release of before.");
    await showSite(machine, from, site);
  }
  await switchTo(machine, from);
  await bringApis(machine, say);
  // Also after a kill in between. Without it the publisher would stay held.
  if (shown) await resumeSite(machine, from);
  await restartSite(machine, from);
  await endJournal(machine);
  await rm(folderOf(machine, to), { recursive: true, force: true });
  say(`Version ${from} runs again. Version ${to} failed because:\n${why}`);
  return 1;
}

/** What failed, with what its unit said last. */
async function failureOf(error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UnitFault)) return message;
  const lines = await lastLines(error.unit);
  return lines
    ? `${message}\nThe log of ${error.unit} ends with:\n${lines.replace(/^/gm, '  ')}`
    : message;
}
