import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(join(dataDir, FILE), `${randomUUID()}\n`, { flag: 'wx' });
  } catch (error) {
    // It is there already, or another process of this shop was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const id = await readShopId(dataDir);
  if (id === null) throw new Error(`${join(dataDir, FILE)} is empty. Delete it, and start again.`);
  return id;
}
