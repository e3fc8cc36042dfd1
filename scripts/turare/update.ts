import { task } from '#scripts/command-line.ts';

/** turare update */
export const update = task({
  words: '[<folder|address>]',
  takes: 'one folder or one https address; nothing for the address of the last time',
  options: {
    back: { help: 'also installs a version that is older than the installed one' },
    pre: { help: 'also installs a version before its release, such as 1.2.0-rc.1' },
  },
  help: 'Installs the version that a folder or an address has, if the key of this machine has signed it: backs up, migrates, restarts one process after the other, and looks at each and at the site. When a check fails it goes back to the version before, all orders kept, and ends with 1. Killed in the middle, it comes to its end when it is run again.',
  does:
    ({ words: [where = ''], options: { back, pre } }) =>
    async () => {
      const { readMachine } = await import('#machine/place.ts');
      const { update: bringUp } = await import('#machine/update/update.ts');
      const machine = readMachine();
      if (machine.kind === 'container') {
        throw new Error(
          'A container is updated by its image: start the next tag on the same storage.',
        );
      }
      const { runInUnit } = await import('#machine/in-unit.ts');
      const code = await runInUnit(machine, 'update');
      if (code !== null) return code;
      return bringUp(machine, where, { back, pre, say: (line) => console.log(line) });
    },
});
