import { statfs } from 'node:fs/promises';

/** Whether a publication failed because its disk is full. A building process reports its error in words. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (/ENOSPC|No space left/.test(error.message) || isDiskFull(error.cause));

/** Returns the bytes that may be written in a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
