import { readFile } from 'node:fs/promises';
import { step } from '#process/console.ts';
import { IDENTITY } from '#scripts/backup/main.ts';
import { task } from '#scripts/command-line.ts';

const TAKES =
  "one backup ('latest', a name or a file), or --at and a time, or --open, or --undo, or --discard and a name";
const YES = '--yes';

/** A time in Lagos: 2026-11-27 14:05. */
const TIME = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)$/;

/** Reads a moment. @returns null for 'latest'. @throws Error with a sentence. */
export function readMoment(text: string, now = new Date()): Date | null {
  if (text === 'latest') return null;
  const [, day, time] = TIME.exec(text) ?? [];
  const moment = new Date(`${day}T${time}+01:00`);
  if (Number.isNaN(moment.getTime()))
    throw new Error(`'${text}' is not a time in Lagos: write it as '2026-11-27 14:05', or latest`);
  if (moment > now) throw new Error(`${text} is in the future`);
  return moment;
}

/** turare restore */
export const restore = task({
  words: '[<backup>]',
  takes: TAKES,
  options: {
    identity: IDENTITY,
    at: {
      value: 'TIME',
      help: "restores the database as it was at this time in Lagos, from the archive of an installed shop: --at '2026-11-27 14:05', or --at latest",
    },
    open: { help: 'opens the restored shop to shoppers, in place of the current one' },
    undo: {
      help: 'ends a waiting or interrupted restore: the shop is as it was before',
    },
    discard: {
      value: 'NAME',
      help: 'deletes for good the database or cluster that a restore put aside',
    },
    yes: { help: 'restores from the archive without asking whether the disk may be used' },
  },
  help: 'takes the shop back: to latest, to a backup by the name that list shows, or to a file. First it restores beside the running shop, checks every row and picture, and says what would be lost. --open lets shoppers in. The previous state is kept under another name',
  does: ({ words: [wanted], options: { identity, at, open, undo, discard, yes } }) => {
    const ways = [wanted !== undefined, at !== undefined, open, undo, discard !== undefined];
    if (ways.filter(Boolean).length !== 1 || discard === '')
      throw new Error(`restore takes ${TAKES}`);
    const moment = at === undefined ? undefined : readMoment(at);
    return async () => {
      const { readMachine } = await import('#machine/place.ts');
      const { machineSettings } = await import('#machine/settings.ts');
      const shops = await import('#machine/backup/restore-shop.ts');
      const machine = readMachine();
      const settings = machineSettings(machine);
      if (discard !== undefined) {
        await shops.discardAside(settings, discard);
        console.log(`${discard} is gone.`);
        return 0;
      }
      if (moment !== undefined) {
        const { roomFor } = await import('#machine/recovery/moment.ts');
        const { askYes } = await import('#scripts/question.ts');
        const room = await roomFor(machine, settings, moment);
        if (!yes && !(await askYes(`${room} Restore it?`))) return 1;
      }
      const { runInUnit } = await import('#machine/in-unit.ts');
      const code = await runInUnit(machine, 'restore', moment === undefined ? [] : [YES]);
      if (code !== null) return code;
      const around = shops.aroundOf(machine);
      const key = identity && (await readFile(identity, 'utf8'));
      const what = moment === undefined ? { backup: wanted ?? '', identity: key } : { moment };
      const lines = open
        ? await step('Opening what was restored', () => shops.openRestored(settings, around))
        : undo
          ? await step('Undoing the restore', () => shops.undoRestore(settings, around))
          : await step(`Restoring ${wanted ?? at}`, (say) =>
              shops.prepareRestore(settings, around, what, { say }),
            );
      for (const line of lines) console.log(line);
      return 0;
    };
  },
});
