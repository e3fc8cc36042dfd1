import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package: the site is built from its sources. */
export const checkout = join(dirname(fileURLToPath(import.meta.url)), '../../..');
