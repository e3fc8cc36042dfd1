import { listTargets, type Targets } from './open.ts';
import type { BackupTarget, StoredBackup } from './target.ts';

/** A backup and where it is. */
export interface FoundBackup extends StoredBackup {
  target: BackupTarget;
}

/** Where backups were looked for: what is there, or why nobody can tell. */
export interface Listed {
  target: BackupTarget;
  backups: FoundBackup[];
  fault: unknown;
}

/** All that the targets have. A target that cannot be read does not hide the others. */
export const listBackups = (targets: Targets): Promise<Listed[]> =>
  Promise.all(
    listTargets(targets).map(async (target) => {
      try {
        const backups = (await target.list()).map((one) => ({ ...one, target }));
        return { target, backups, fault: null };
      } catch (fault) {
        return { target, backups: [], fault };
      }
    }),
  );
