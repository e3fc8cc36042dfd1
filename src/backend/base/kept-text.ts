import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the text in a small file of the data folder; null without it. @throws the error of a file that cannot be read */
export async function readKept(dataDir: string, file: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, file), 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Does the same, and writes `text` the first time. Only the owner of the file may read it. */
export async function keepOnce(dataDir: string, file: string, text: string): Promise<string> {
  const known = await readKept(dataDir, file);
  if (known !== null) return known;
  await mkdir(dataDir, { recursive: true });
  // The text is written to a draft, which then gets the file's name. So no other process can find the file empty.
  const draft = join(dataDir, `${file}.${randomUUID()}`);
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600 });
    await link(draft, join(dataDir, file));
  } catch (error) {
    // Another process of this shop was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const kept = await readKept(dataDir, file);
  if (kept === null)
    throw new Error(`${join(dataDir, file)} is empty. Delete it, and start again.`);
  return kept;
}
