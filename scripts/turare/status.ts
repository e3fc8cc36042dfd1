import { task } from '#scripts/command-line.ts';

/** turare status */
export const status = task({
  help: 'what runs, since when, and how old the newest backup is; ends with 1 when something is wrong',
  does: () => async () => {
    const { readMachine } = await import('#machine/place.ts');
    const { readUnits } = await import('#machine/status/units.ts');
    const machine = readMachine();
    if (machine.kind === 'container') return 0;
    const units = await readUnits([...machine.services, ...machine.timers]);
    for (const { name, active } of units) console.log(`${name.padEnd(24)}${active}`);
    return units.every(({ active }) => active === 'active') ? 0 : 1;
  },
});
