import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledMachine } from '#machine/place.ts';
import { readIfThere } from '#process/files.ts';

/** What an update under way must know when it is killed and run again. */
export interface Journal {
  from: string;
  to: string;
  /** The site's release that was live before it; null before the first one. */
  site: string | null;
  /** Whether the backup is made. */
  backedUp: boolean;
  /** Whether the way back shows that release again, which holds the publisher. */
  shown?: boolean;
  /** Why it goes back. Without it, it goes on. */
  failed?: string;
}

const fileOf = ({ root }: InstalledMachine): string => join(root, 'update.json');

/** The update that was under way when it was killed; null when there is none. */
export async function readJournal(machine: InstalledMachine): Promise<Journal | null> {
  const text = await readIfThere(fileOf(machine));
  return text ? (JSON.parse(text) as Journal) : null;
}

export async function writeJournal(machine: InstalledMachine, journal: Journal): Promise<void> {
  const file = fileOf(machine);
  await writeFile(`${file}.next`, JSON.stringify(journal, null, 2), { flush: true });
  await rename(`${file}.next`, file);
}

export const endJournal = (machine: InstalledMachine): Promise<void> =>
  rm(fileOf(machine), { force: true });
