import type { Settings } from '#backend/settings/settings.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { fileSize } from '#domain/words.ts';
import { backUpAndSay } from '#scripts/backup/main.ts';
import { task } from '#scripts/command-line.ts';

/** turare backup */
export const backup = task({
  words: '[list]',
  takes: "nothing, or the word 'list'",
  help: 'makes a backup now, in each place of the settings. It stays for seven days at least. Then it names and removes old ones, as the nightly one does. list: shows the backups of each place',
  does: ({ words: [word] }) => {
    if (word !== undefined && word !== 'list')
      throw new Error("backup takes nothing, or the word 'list'");
    return async () => {
      const { become, ownerOf } = await import('#machine/as-user.ts');
      const { readMachine } = await import('#machine/place.ts');
      const { machineSettings } = await import('#machine/settings.ts');
      const { runInUnit } = await import('#machine/in-unit.ts');
      const machine = readMachine();
      const code = word === undefined ? await runInUnit(machine, 'backup') : null;
      if (code !== null) return code;
      become(await ownerOf(machine));
      const settings = machineSettings(machine);
      return word === 'list' ? list(settings) : backUpAndSay(settings, 'hand');
    };
  },
});

async function list(settings: Settings): Promise<number> {
  const { openTargets } = await import('#backend/backup/targets/open.ts');
  const { listBackups } = await import('#backend/backup/targets/listed.ts');
  const listed = await listBackups(openTargets(settings));
  if (listed.length === 0) console.log('No timed backup has a place: set BACKUP_FOLDER.');
  for (const { target, backups, fault } of listed) {
    console.log(`In ${target.name}:`);
    if (fault instanceof Error) console.log(`  ${fault.message}`);
    else if (backups.length === 0) console.log('  none');
    for (const { name, size } of backups) {
      console.log(`  ${name.padEnd(45)} ${fileSize(size).padStart(8)}`);
    }
  }
  console.log(`It is ${lagosTime(new Date())} in Lagos. Names are in that time.`);
  return listed.some(({ fault }) => fault !== null) ? 1 : 0;
}
