import { readdir, readlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The folders and files of a publisher (src/publisher/README.md). */
export interface Folders {
  root: string;
  /** The symbolic link to the release that shoppers see. */
  live: string;
  /** One folder per release. Releases share equal files by hard links. */
  releases: string;
  /** One folder per release with the data for the next build. */
  states: string;
  /** Hashed files of earlier releases, for pages that are still open in a browser. */
  pool: string;
  /** Work in progress, one folder per process. */
  staging: string;
  /** Renditions of pictures on other servers, kept between builds. */
  pictures: string;
  status: string;
}

export function foldersOf(root: string): Folders {
  const below = (name: string) => join(root, name);
  return {
    root,
    live: below('live'),
    releases: below('releases'),
    states: below('states'),
    pool: below('pool'),
    staging: below('staging'),
    pictures: below('pictures'),
    status: below('status.json'),
  };
}

/** Returns the name of a release. Names sort by number. */
export const releaseName = (number: number) => String(number).padStart(6, '0');

/** Returns the name of the live release; undefined before the first one. */
export async function liveRelease({ live }: Folders): Promise<string | undefined> {
  try {
    return basename(await readlink(live));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the names of the releases on disk, oldest first. */
export async function releasesOf({ releases }: Folders): Promise<string[]> {
  const names = await readdir(releases).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^\d{6,}$/.test(name)).sort();
}
