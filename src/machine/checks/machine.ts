import { totalmem } from 'node:os';
import { freeBytes } from '#process/disk-space.ts';
import { type Check, fault, note, well } from './check.ts';

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

/** Bytes under which a database soon cannot write, and under which a build or a backup may not fit. */
const FULL = 500_000_000;
const NARROW = 2_000_000_000;

export const disk: Check = {
  name: 'disk',
  async look({ settings: { DATA_DIR, BACKUP_FOLDER } }) {
    const folders = [DATA_DIR, ...(BACKUP_FOLDER === undefined ? [] : [BACKUP_FOLDER])];
    const free = await Promise.all(
      folders.map(async (folder) => [folder, await freeBytes(folder)] as const),
    );
    const [folder, least] = free.toSorted(([, a], [, b]) => a - b)[0] ?? ['', 0];
    const says = `${megabytes(least)} are free on the disk of ${folder}.`;
    const mend = 'Make room: old logs, copies of backups, or a larger disk.';
    if (least < FULL) return fault(says, mend);
    return least < NARROW ? note(says, mend) : well(says);
  },
};

/** Bytes that a build of the site takes beside the shop, and of a machine that has room for both. */
const BUILD = 450_000_000;
const SMALL = 900_000_000;

export const memory: Check = {
  name: 'memory',
  async look() {
    const limit = process.constrainedMemory();
    const total = limit > 0 && limit < totalmem() ? limit : totalmem();
    const available = process.availableMemory();
    const says = `${megabytes(available)} of ${megabytes(total)} are available.`;
    if (total < SMALL)
      return fault(says, 'The shop and a build of its site need 1 GB: take a larger machine.');
    if (available < BUILD)
      return note(says, 'A build of the site takes about 450 MB. Look what else runs here.');
    return well(says);
  },
};
