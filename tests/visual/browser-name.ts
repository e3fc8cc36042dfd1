import { basename } from 'node:path';

/** Returns the name of the browser that draws. Another version, build or system may smooth text differently. */
export const browserName = (version: string, path = 'chromium') =>
  `Chromium ${version}, ${basename(path)}, ${process.platform} ${process.arch}`;
