import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'shop-id';

/**
 * The id of the shop whose data is in this folder; null before its first start. @throws the error of a file that cannot
 * be read
 */
export async function readShopId(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(join(dataDir, FILE), 'utf8')).trim() || null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The same, and a new id at the first start. It tells the shops of one machine apart and means nothing else: whoever asks
 * a running shop for it (GET /api/health) learns whether the folder is that shop's.
 */
export async function makeShopId(dataDir: string): Promise<string> {
  const known = await readShopId(dataDir);
  if (known !== null) return known;
  await mkdir(dataDir, { recursive: true });
  // The id is written to a draft, which then gets the file's name. So no other process can find the file empty.
  const draft = join(dataDir, `${FILE}.${randomUUID()}`);
  try {
    await writeFile(draft, `${randomUUID()}\n`);
    await link(draft, join(dataDir, FILE));
  } catch (error) {
    // Another process of this shop was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const id = await readShopId(dataDir);
  if (id === null) throw new Error(`${join(dataDir, FILE)} is empty. Delete it, and start again.`);
  return id;
}
