import { task } from '#scripts/command-line.ts';

/** turare update */
export const update = task({
  words: '[<folder|address>]',
  takes: 'one folder or one https address; nothing for the address of the last time',
  options: {
    back: { help: 'also installs a version that is older than the installed one' },
    pre: { help: 'also installs a pre-release version, such as 1.2.0-rc.1' },
  },
  help: 'Installs the version in a folder or at an address, if the key of this machine has signed it: backs up, migrates, restarts one process after the other, and checks each of them and the site. If a check fails, it goes back to the previous version, keeps all orders, and exits with 1. If it is killed, run it again to finish.',
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
