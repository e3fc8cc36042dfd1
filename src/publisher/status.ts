import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import type { PublicationReport } from '#publisher/build/publication.ts';
import type { Folders } from '#publisher/release/folders.ts';

/** One publication that ended, well or not. */
export interface Publication {
  /** When it began (ISO). */
  at: string;
  /** How long it took in all (seconds), the start of its process included. */
  seconds: number;
  outcome: 'published' | 'unchanged' | 'failed';
  report?: PublicationReport;
  /** Why it failed. */
  reason?: string;
}

/** What a publisher knows beyond its releases; it outlives the process. */
export interface Status {
  /** The newest change that was told and is not shown yet. */
  wanted: { version: string; at: string } | null;
  /** Since when (ISO) an older release is shown on purpose: until then nothing is published. */
  heldSince: string | null;
  /** The latest publications, the newest first. */
  publications: Publication[];
  /** The last one that failed, also when later ones went well. */
  lastFailure: Publication | null;
  /** Signatures of messages that were taken, with their time (ms), as long as they could be sent again. */
  taken: [signature: string, at: number][];
}

const REMEMBERED = 20;
const NOTHING: Status = {
  wanted: null,
  heldSince: null,
  publications: [],
  lastFailure: null,
  taken: [],
};

export async function readStatus({ status }: Folders): Promise<Status> {
  try {
    return { ...NOTHING, ...(JSON.parse(await readFile(status, 'utf8')) as Partial<Status>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING;
    throw new Error(`The publisher's status in ${status} cannot be read. Remove the file.`, {
      cause: error,
    });
  }
}

let writing: Promise<unknown> = Promise.resolve();

/** Changes some of the status, whole or not at all; one change after the other. */
export function changeStatus(
  folders: Folders,
  change: (status: Status) => Partial<Status>,
): Promise<void> {
  const next = writing.then(async () => {
    const before = await readStatus(folders);
    const after = { ...before, ...change(before) };
    await mkdir(folders.root, { recursive: true });
    const path = `${folders.status}.${process.pid}`;
    await writeFile(path, JSON.stringify(after, null, 2));
    await rename(path, folders.status);
  });
  writing = next.catch(() => {});
  return next;
}

/** A status with one more publication. */
export function withPublication(status: Status, publication: Publication): Partial<Status> {
  return {
    publications: [publication, ...status.publications].slice(0, REMEMBERED),
    ...(publication.outcome === 'failed' && { lastFailure: publication }),
  };
}
