import { DatabaseSync } from 'node:sqlite';

/** SQLite's result code for a database that another connection has locked. */
const SQLITE_BUSY = 5;

/**
 * Locks a file, and creates it if necessary. The lock is the system's, which SQLite takes in the same way on every
 * platform. It ends with its process in every case. The file stays: a process that opened it before would otherwise lock a
 * file that nobody else sees.
 * @param waitMs - how long to wait for another process. The whole program waits.
 * @returns a function that releases the lock; null if another process has it.
 * @throws Error if the file cannot be locked.
 */
export function lockFile(file: string, waitMs = 0): (() => void) | null {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { timeout: waitMs });
    database.exec('begin exclusive');
    const locked = database;
    return () => locked.close();
  } catch (cause) {
    database?.close();
    if ((cause as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw new Error(
      `${file} cannot be locked. Check that this user may write to it, that the disk has space, and that it is a local disk.`,
      { cause },
    );
  }
}
