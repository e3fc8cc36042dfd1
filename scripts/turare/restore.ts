import { readFile } from 'node:fs/promises';
import { step } from '#process/console.ts';
import { IDENTITY } from '#scripts/backup/main.ts';
import { task } from '#scripts/command-line.ts';

const TAKES = "one backup ('latest', a name or a file), or --undo, or --discard and a name";

/** turare restore */
export const restore = task({
  words: '[<backup>]',
  takes: TAKES,
  options: {
    identity: IDENTITY,
    undo: {
      help: 'ends a restore that was stopped in the middle: the shop opens as it was before it',
    },
    discard: {
      value: 'DATABASE',
      help: 'deletes the database that a restore has put aside, for good',
    },
  },
  help: 'makes the shop what it was: latest, the name of a backup that list names, or a file. The backup is read to its end first. Then the shop stops, the backup takes the place of its database, which stays aside under another name, and the shop starts as it was then. A restore that fails leaves the shop as it is',
  does: ({ words: [wanted], options: { identity, undo, discard } }) => {
    const ways = [wanted !== undefined, undo, discard !== undefined];
    if (ways.filter(Boolean).length !== 1 || discard === '')
      throw new Error(`restore takes ${TAKES}`);
    return async () => {
      const { readMachine } = await import('#machine/place.ts');
      const { machineSettings } = await import('#machine/settings.ts');
      const { discardAside, restoreJournal, restoreShop, undoRestore } = await import(
        '#machine/backup/restore-shop.ts'
      );
      const machine = readMachine();
      const settings = machineSettings(machine);
      if (discard !== undefined) {
        await discardAside(settings, discard);
        console.log(`${discard} is gone.`);
        return 0;
      }
      const { runInUnit } = await import('#machine/in-unit.ts');
      const code = await runInUnit(machine, 'restore');
      if (code !== null) return code;
      const { servicesOf } = await import('#machine/services.ts');
      const around = { services: servicesOf(machine), journal: restoreJournal(machine) };
      const key = identity && (await readFile(identity, 'utf8'));
      const lines = await step(undo ? 'Undoing the restore' : `Restoring ${wanted}`, (say) =>
        undo
          ? undoRestore(settings, around)
          : restoreShop(settings, around, { backup: wanted ?? '', identity: key }, { say }),
      );
      for (const line of lines) console.log(line);
      return 0;
    };
  },
});
