import { randomUUID } from 'node:crypto';
import { keepOnce, readKept } from './kept-text.ts';

const FILE = 'shop-id';

/**
 * The id of the shop whose data is in this folder; null before its first start. @throws the error of a file that cannot
 * be read
 */
export const readShopId = (dataDir: string): Promise<string | null> => readKept(dataDir, FILE);

/**
 * The same, and a new id at the first start. It tells the shops of one machine apart and means nothing else: whoever asks
 * a running shop for it (GET /api/health) learns whether the folder is that shop's.
 */
export const makeShopId = (dataDir: string): Promise<string> =>
  keepOnce(dataDir, FILE, randomUUID());
