import { join } from 'node:path';

/** The folder of this package: sources, `node_modules` and configuration. */
export const root = join(import.meta.dirname, '../..');
