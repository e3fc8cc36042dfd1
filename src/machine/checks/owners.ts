import { run } from '#machine/run.ts';
import { WRITTEN_FOLDERS } from '#publisher/build/written-folders.ts';
import { type Check, type Finding, fault, well } from './check.ts';

/** The user that the units of the shop run as. */
const SHOP = 'turare';

/** A file or a folder with all that is in it, and the user that it has to belong to. */
interface Owned {
  path: string;
  user: string;
  /** Folders in it, as patterns, that belong to somebody else. */
  but?: readonly string[];
}

/** Whether each part can write what it has to, and nobody but root can change a program that root runs. */
export const owners: Check = {
  name: 'owners',
  async look({ machine, settings: { DATA_DIR, BACKUP_FOLDER = machine.backups } }) {
    if (machine.kind === 'container') return well('A container has one user.');
    const { settingsFile, releases } = machine;
    const but = WRITTEN_FOLDERS.map((name) => `${releases}/*/${name}`);
    const shops = [DATA_DIR, BACKUP_FOLDER, settingsFile].map((path) => ({ path, user: SHOP }));
    return lookAtOwners([...shops, { path: releases, user: 'root', but }]);
  },
};

export async function lookAtOwners(all: readonly Owned[]): Promise<Finding> {
  for (const { path, user, but = [] } of all) {
    const pruned = but.flatMap((pattern) => ['-path', pattern, '-prune', '-o']);
    const wanted = [path, ...pruned, '!', '-user', user];
    // A folder that nobody else may read ends it with an error, and has an owner all the same.
    const { stdout } = await run('find', [...wanted, '-printf', '%p belongs to %u', '-quit']).catch(
      (error: { stdout: string }) => error,
    );
    const quoted = wanted.map((word) => (/[*!]/.test(word) ? `'${word}'` : word)).join(' ');
    if (stdout)
      return fault(`${stdout}, and not to ${user}.`, `find ${quoted} -exec chown -h ${user} {} +`);
  }
  return well('Every file of the shop has the right owner.');
}
