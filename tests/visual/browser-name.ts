import { basename } from 'node:path';

/** What draws: another version, another build or another system may smooth letters otherwise. */
export const browserName = (version: string, path = 'chromium') =>
  `Chromium ${version}, ${basename(path)}, ${process.platform} ${process.arch}`;
