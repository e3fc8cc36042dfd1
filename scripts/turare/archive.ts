import { task } from '#scripts/command-line.ts';

export const archive = task({
  help: 'for a timer: maintains the archive of the database, from which turare restore --at restores any minute of the last fourteen days. Copies the whole database once a day, and again after a part of its log was dropped',
  does: () => async () => {
    const { describePlace } = await import('#machine/checks/archive.ts');
    const { readMachine } = await import('#machine/place.ts');
    const { machineSettings } = await import('#machine/settings.ts');
    const { keepArchive } = await import('#machine/recovery/keep.ts');
    const machine = readMachine();
    if (machine.kind === 'container') {
      throw new Error('A container has no archive: its backups are those of each night');
    }
    const kept = await keepArchive(machine, machineSettings(machine), console.log);
    for (const place of kept?.places ?? []) console.log(describePlace(place));
    if (!kept) console.log('The PostgreSQL of this shop has no archive. turare status says why.');
    return kept?.places.some(({ fault }) => fault !== null) ? 1 : 0;
  },
});
