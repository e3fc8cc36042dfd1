import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Where a publisher keeps what (src/publisher/README.md). */
export interface Folders {
  root: string;
  /** A link to the release that shoppers see. */
  live: string;
  /** One folder a release, by number; what two of them share is on disk once. */
  releases: string;
  /** Beside each release: what the next build must know of it. */
  states: string;
  /** Hashed files of earlier releases, for pages that are still open. */
  pool: string;
  /** Work in progress, a folder for each process. */
  staging: string;
  status: string;
}

/** The folders below the publisher's own. */
export function foldersOf(root: string): Folders {
  const below = (name: string) => join(root, name);
  return {
    root,
    live: below('live'),
    releases: below('releases'),
    states: below('states'),
    pool: below('pool'),
    staging: below('staging'),
    status: below('status.json'),
  };
}

/** Names of releases sort as they followed each other. */
export const releaseName = (number: number) => String(number).padStart(6, '0');

/** The name of the live release; undefined before the first. */
export async function liveRelease({ live }: Folders): Promise<string | undefined> {
  try {
    return basename(await readlink(live));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The releases on disk, the oldest first. */
export async function releasesOf({ releases }: Folders): Promise<string[]> {
  const names = await readdir(releases).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d{6,}$/.test(name)).sort();
}
