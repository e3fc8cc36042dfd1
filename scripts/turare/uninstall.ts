import { spawnSync } from 'node:child_process';
import { task } from '#scripts/command-line.ts';

/** turare uninstall */
export const uninstall = task({
  help: 'removes what the installer wrote; data, settings and certificate stay',
  does: () => async () => {
    const { withLock } = await import('#machine/lock.ts');
    const { machineEnvironment, readMachine } = await import('#machine/place.ts');
    const machine = readMachine();
    if (machine.kind === 'container') {
      throw new Error('A container is removed where it was started; its storage stays');
    }
    const program = `${machine.current}/scripts/install`;
    return withLock(
      machineEnvironment(machine).DATA_DIR ?? machine.dataDir,
      async () => spawnSync(program, ['--uninstall'], { stdio: 'inherit' }).status ?? 1,
    );
  },
});
