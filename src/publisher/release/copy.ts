import { linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isCompressed } from './compression.ts';

/** The task of copying, as a message to a thread. */
export interface CopyTask {
  /** A release. */
  from: string;
  /** A folder that does not exist yet. */
  to: string;
}

/**
 * Copies a release by hard links, in a thread (assembly.ts). A link takes about ten microseconds, and a release of 100,000
 * products has 300,000 files. So the process of the next publication does this before its order comes.
 * @returns the files, except compressed forms, by their paths in the site.
 */
export default function copyRelease({ from, to }: CopyTask): string[] {
  const files: string[] = [];
  const copyFolder = (folder: string) => {
    mkdirSync(join(to, folder), { recursive: true });
    for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) copyFolder(path);
      else {
        linkSync(join(from, path), join(to, path));
        if (!isCompressed(path)) files.push(path);
      }
    }
  };
  copyFolder('');
  return files;
}
