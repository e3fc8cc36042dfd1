import { randomUUID } from 'node:crypto';
import { keepOnce, readKept } from './kept-text.ts';

const FILE = 'shop-id';

/** Returns the id of the shop of this folder; null before its first start. @throws the error of a file that cannot be read */
export const readShopId = (dataDir: string): Promise<string | null> => readKept(dataDir, FILE);

/**
 * Does the same, and makes a new id at the first start. It only distinguishes the shops of one machine: a running shop's
 * id (GET /api/health) shows whether a folder belongs to it.
 */
export const makeShopId = (dataDir: string): Promise<string> =>
  keepOnce(dataDir, FILE, randomUUID());
