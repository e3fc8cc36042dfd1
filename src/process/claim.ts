import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from './file-lock.ts';

/** The files of a claim: SQLite's lock, and the number of the process that has it. */
const LOCK_FILE = 'in-use-by.lock';
const OWNER_FILE = 'in-use-by';
export const CLAIM_FILES: readonly string[] = [LOCK_FILE, OWNER_FILE];

/** The error if a running process has the claim. The message is a sentence for the merchant. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
}

/** Whether a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Claims a data folder for this process, so that two shops never write to one folder. The claim ends with its process in
 * every case.
 * @returns a function that releases the folder.
 * @throws FolderInUse if a running process has the claim; Error if the folder cannot be locked.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const owner = join(folder, OWNER_FILE);
  const release = lockFile(join(folder, LOCK_FILE));
  if (!release) {
    // The refusal names the other process if possible.
    const pid = await readFile(owner, 'utf8').catch(() => '');
    throw new FolderInUse(
      `The data in ${folder} is in use by another shop${pid && ` (process ${pid})`}. Stop that one, or set DATA_DIR to another folder.`,
    );
  }
  try {
    await writeFile(owner, String(process.pid));
  } catch (error) {
    release();
    throw error;
  }
  return async () => {
    await rm(owner, { force: true });
    release();
  };
}

/** Whether a running process has the claim on a folder, even one in another container. */
export function isClaimed(folder: string): boolean {
  const release = lockFile(join(folder, LOCK_FILE));
  release?.();
  return release === null;
}
