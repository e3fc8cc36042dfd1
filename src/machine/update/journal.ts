import { join } from 'node:path';
import { journalAt } from '#machine/journal.ts';
import type { InstalledMachine } from '#machine/place.ts';

/** The notes that an update needs if it is killed and run again. */
export interface UpdateEntry {
  from: string;
  to: string;
  /** The folder or address that has the version. Earlier versions did not write it. */
  where?: string;
  /** The site's release that was live before it; null before the first one. */
  site: string | null;
  /** Whether the backup is made. */
  backedUp: boolean;
  /** Whether the way back shows that release again, which holds the publisher. */
  shown?: boolean;
  /** Why it goes back. Without it, it goes on. */
  failed?: string;
}

export const updateJournal = ({ root }: Pick<InstalledMachine, 'root'>) =>
  journalAt<UpdateEntry>(join(root, 'update.json'));
