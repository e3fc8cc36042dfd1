import type { Database } from '#backend/db/connect.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Machine } from '#machine/place.ts';
import { sentencesOf } from '#process/sentences.ts';
import { within } from '#process/within.ts';

/** The result of a check. `fault` is something to fix, `note` something to know. No sentence has a secret. */
export interface Finding {
  state: 'well' | 'note' | 'fault';
  /** The finding, in a sentence. */
  says: string;
  /** How to fix it, in a sentence. */
  fix?: string;
}

export type Found = Finding & { name: string };

/** The machine and the settings that checks look at. */
export interface Subject {
  machine: Machine;
  env: Readonly<Record<string, string | undefined>>;
  settings: Settings;
  /** Opens the shop's database once for all checks. */
  database(): Promise<Database>;
}

/** One thing that is looked at. */
export interface Check {
  name: string;
  look(subject: Subject): Promise<Finding>;
}

export const well = (says: string): Finding => ({ state: 'well', says });
export const note = (says: string, fix?: string): Finding => ({
  state: 'note',
  says,
  ...(fix && { fix }),
});
export const fault = (says: string, fix?: string): Finding => ({
  state: 'fault',
  says,
  ...(fix && { fix }),
});

/** Milliseconds for a check. */
const LIMIT_MS = 45_000;
const OTHERS_FIRST = 'Fix what the other lines name, then look again.';

/** Runs checks side by side. One that fails or takes too long is a fault. */
export const runChecks = (checks: readonly Check[], subject: Subject): Promise<Found[]> =>
  Promise.all(
    checks.map(async ({ name, look }) => {
      const late = fault(`There was no answer within ${LIMIT_MS / 1000} s.`, OTHERS_FIRST);
      const found = await within(LIMIT_MS, look(subject), late).catch((error: unknown) =>
        fault(`It could not be checked: ${sentencesOf(error).join(' ')}`, OTHERS_FIRST),
      );
      return { name, ...found };
    }),
  );
