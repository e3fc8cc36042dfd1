import { readFile } from 'node:fs/promises';
import { step } from '#process/console.ts';
import { IDENTITY } from '#scripts/backup/main.ts';
import { task } from '#scripts/command-line.ts';

/** turare restore */
export const restore = task({
  words: '[<backup>]',
  takes: "one backup ('latest', a name or a file), or --discard and a name",
  options: {
    identity: IDENTITY,
    discard: {
      value: 'DATABASE',
      help: 'deletes the database that a restore has put aside, for good',
    },
  },
  help: 'makes the shop what it was: latest, the name of a backup that list names, or a file. The backup is read to its end first. Then the shop stops, its database is put aside under another name, and the shop starts as it was then. A restore that fails leaves the shop as it is',
  does: ({ words: [wanted], options: { identity, discard } }) => {
    if ((wanted === undefined) === (discard === undefined) || discard === '')
      throw new Error("restore takes one backup ('latest', a name or a file), or --discard");
    return async () => {
      const { readMachine } = await import('#machine/place.ts');
      const { machineSettings } = await import('#machine/settings.ts');
      const { discardAside, restoreShop } = await import('#machine/backup/restore-shop.ts');
      const machine = readMachine();
      const settings = machineSettings(machine);
      if (discard !== undefined) {
        await discardAside(settings, discard);
        console.log(`${discard} is gone.`);
        return;
      }
      const { servicesOf } = await import('#machine/services.ts');
      const key = identity && (await readFile(identity, 'utf8'));
      const lines = await step(`Restoring ${wanted}`, (say) =>
        restoreShop(
          settings,
          servicesOf(machine),
          { backup: wanted ?? '', identity: key },
          { say },
        ),
      );
      for (const line of lines) console.log(line);
    };
  },
});
