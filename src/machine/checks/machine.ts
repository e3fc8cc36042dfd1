import { freeBytes } from '#process/disk-space.ts';
import { memoryOfMachine } from '#process/memory.ts';
import { aheadByDefault } from '#publisher/build-ahead.ts';
import { type Check, type Finding, fault, note, well } from './check.ts';

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
    const fix = 'Make room: old logs, copies of backups, or a larger disk.';
    if (least < FULL) return fault(says, fix);
    return least < NARROW ? note(says, fix) : well(says);
  },
};

/** Bytes that a build of the site takes beside the shop. With BUILD_AHEAD it has them before there is a change. */
const BUILD = 450_000_000;
/** Measured bytes of an installed shop during a build, with a process of the next build ready; and of the system. */
const SHOP = 1_455_000_000;
const SYSTEM = 200_000_000;

export const memory: Check = {
  name: 'memory',
  async look({ env }) {
    const ahead = env.BUILD_AHEAD || aheadByDefault();
    return judgeMemory(memoryOfMachine(), process.availableMemory(), ahead === 'on');
  },
};

/** Judges the memory of a machine. @param isAhead - whether BUILD_AHEAD is on. */
export function judgeMemory(total: number, available: number, isAhead: boolean): Finding {
  const says = `${megabytes(available)} of ${megabytes(total)} are available. BUILD_AHEAD is ${isAhead ? 'on: the next build is kept ready' : 'off: a build starts with the change'}.`;
  const needed = SHOP + SYSTEM - (isAhead ? 0 : BUILD);
  if (total < needed)
    return fault(
      says,
      `The shop needs ${megabytes(needed)} while it builds its site: take a larger machine${isAhead ? `, or set BUILD_AHEAD=off, which takes ${megabytes(BUILD)} less` : ''}.`,
    );
  if (available < BUILD)
    return note(says, 'A build of the site takes about 450 MB. Check what else runs here.');
  return well(says);
}
