import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
 * Claims a data folder for this process, so that two shops never write to one folder. The claim of a process that has
 * ended is ignored, even if another process has its id now.
 * @returns a function that releases the folder.
 * @throws Error with a message for the merchant, when a running process has the claim.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'in-use-by');
  const mine = `${path}.${process.pid}`;
  await writeFile(mine, await identity(process.pid));
  try {
    for (;;) {
      try {
        // A link appears at once, so that nobody reads a half-written claim.
        await link(mine, path);
        return () => rm(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const claim = await readFile(path, 'utf8').catch(() => '');
      const owner = Number.parseInt(claim, 10);
      if (owner && owner !== process.pid && isRunning(owner) && claim === (await identity(owner))) {
        throw new Error(
          `The data in ${folder} is in use by another shop (process ${owner}). Stop that one, or set DATA_DIR to another folder.`,
        );
      }
      await rm(path, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** The id of a process and, where the system provides it, the time of its start. */
async function identity(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return `${pid} ${started}`.trim();
}
