import { rm } from 'node:fs/promises';
import { API_PORTS, type InstalledMachine, machineEnvironment } from '#machine/place.ts';
import { type UpdateEntry, updateJournal } from './journal.ts';
import { bringApi, UnitFault } from './readiness.ts';
import { folderOf, runOfVersion, switchTo } from './releases.ts';
import { liveSite, restartSite, resumeSite, showSite } from './site.ts';
import { lastLines } from './systemd.ts';

type Say = (line: string) => void;

/**
 * Backs up, and migrates with the new programs, while the present ones serve. Each step can be done twice.
 * @throws Error with a sentence. Then nothing that runs was changed.
 */
export async function prepare(
  machine: InstalledMachine,
  { from, to, where }: { from: string; to: string; where: string },
  say: Say,
): Promise<UpdateEntry> {
  const file = updateJournal(machine);
  const before = await file.read();
  const isSame = before?.from === from && before.to === to;
  const journal = isSame
    ? { ...before, where }
    : { from, to, where, site: await liveSite(machine), backedUp: false };
  await file.write(journal);
  try {
    if (!journal.backedUp) {
      const { BACKUP_FOLDER = machine.backups } = machineEnvironment(machine);
      say(`Backing up into ${BACKUP_FOLDER}.`);
      say((await runOfVersion(machine, from, ['backup', '--update'])).trim());
      journal.backedUp = true;
      await file.write(journal);
    }
    say(`Migrating with version ${to}.`);
    say((await runOfVersion(machine, to, ['migrate'])).trim());
    return journal;
  } catch (error) {
    await file.end();
    throw new Error(`Version ${from} keeps running.`, { cause: error });
  }
}

/** Swaps and restarts, one process after the other. When a check fails, goes back. @returns the exit code. */
export async function goOn(
  machine: InstalledMachine,
  journal: UpdateEntry,
  say: Say,
): Promise<number> {
  try {
    await switchTo(machine, journal.to);
    await bringApis(machine, say);
    say('Restarting turare-publisher, which builds the site again.');
    await restartSite(machine, journal.to);
    await updateJournal(machine).end();
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
  journal: UpdateEntry,
  why: string,
  say: Say,
): Promise<number> {
  const { from, to, site } = journal;
  say(`Version ${to} failed a check. Going back to version ${from}; all orders stay.`);
  const isOther = site !== null && site !== (await liveSite(machine));
  const shown = journal.shown || isOther;
  await updateJournal(machine).write({ ...journal, failed: why, shown });
  // Pages come first: they need no process of the API.
  if (isOther) {
    say("Showing the site's previous release.");
    await showSite(machine, from, site);
  }
  await switchTo(machine, from);
  await bringApis(machine, say);
  // Also after a kill in between. Without it the publisher would stay held.
  if (shown) await resumeSite(machine, from);
  await restartSite(machine, from);
  await updateJournal(machine).end();
  await rm(folderOf(machine, to), { recursive: true, force: true });
  say(`Version ${from} runs again. Version ${to} failed because:\n${why}`);
  return 1;
}

/** Returns the failure with the last lines of its unit. */
async function failureOf(error: unknown): Promise<string> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UnitFault)) return message;
  const lines = await lastLines(error.unit);
  return lines
    ? `${message}\nThe log of ${error.unit} ends with:\n${lines.replace(/^/gm, '  ')}`
    : message;
}
