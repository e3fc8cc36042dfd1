import { lagosTime } from '#domain/words.ts';
import { step } from '#process/console.ts';
import { task } from '#scripts/command-line.ts';

/** turare backup */
export const backup = task({
  words: '[list]',
  takes: "nothing, or the word 'list'",
  help: 'makes a backup now, in each place of the settings, and removes what is kept no longer, as the nightly one does. list: says what is where',
  does: ({ words: [word] }) => {
    if (word !== undefined && word !== 'list')
      throw new Error("backup takes nothing, or the word 'list'");
    return async () => {
      const { become, ownerOf } = await import('#machine/as-user.ts');
      const { readMachine } = await import('#machine/place.ts');
      const { machineSettings } = await import('#machine/settings.ts');
      const machine = readMachine();
      become(await ownerOf(machine));
      const settings = machineSettings(machine);
      return word === 'list' ? list(settings) : make(settings);
    };
  },
});

type Settings = ReturnType<typeof import('#machine/settings.ts').machineSettings>;

async function make(settings: Settings): Promise<number> {
  const { backUpShop, describeTimed } = await import('#machine/backup/timed.ts');
  const done = await step('Backing up', (say) => backUpShop(settings, { say }));
  const { lines, code } = describeTimed(done);
  for (const line of lines) console.log(line);
  return code;
}

async function list(settings: Settings): Promise<number> {
  const { openTargets } = await import('#backend/backup/targets/open.ts');
  const { listBackups } = await import('#machine/backup/find.ts');
  const listed = await listBackups(openTargets(settings));
  if (listed.length === 0) console.log('No timed backup has a place: set BACKUP_FOLDER.');
  for (const { target, backups, fault } of listed) {
    console.log(`In ${target.name}:`);
    if (fault instanceof Error) console.log(`  ${fault.message}`);
    else if (backups.length === 0) console.log('  none');
    for (const { name, size } of backups) {
      console.log(`  ${name.padEnd(33)}${`${(size / 1e6).toFixed(1)} MB`.padStart(12)}`);
    }
  }
  console.log(`It is ${lagosTime(new Date())} in Lagos. Names are in that time.`);
  return listed.some(({ fault }) => fault !== null) ? 1 : 0;
}
