import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { lockFile } from '#process/file-lock.ts';
import type { PublicationReport } from '#publisher/build/publication.ts';
import type { Folders } from '#publisher/release/folders.ts';

/** A publication that has ended. */
export interface Publication {
  /** The time of its beginning (ISO). */
  at: string;
  /** Its duration in seconds, including the start of its process. */
  seconds: number;
  outcome: 'published' | 'unchanged' | 'failed';
  report?: PublicationReport;
  /** The reason of a failure. */
  reason?: string;
}

/** A change that the live release does not show yet. */
export interface Wanted {
  /** Distinguishes it from a later change of the same version. Files of earlier publishers have none. */
  id?: string;
  /** The catalogue's version after it; null if the sender named none. */
  version: string | null;
  /** The time when it took effect (ISO). */
  at: string;
}

/** A rollback that the merchant requests from another machine. It is kept here until it is done, even over a restart. */
export interface KeptRequest {
  id: string;
  release: string;
  /** The time of the request (ISO). */
  at: string;
  /** The time when it was done, or failed (ISO). */
  doneAt: string | null;
  /** The reason why it was not done. */
  fault: string | null;
}

/** A poll that has ended. */
export interface Poll {
  /** The time of its beginning (ISO). */
  at: string;
  seconds: number;
  outcome: PollOutcome;
  /** The reason for publishing or failing. */
  reason?: string;
  /** The time of the next poll (ISO). */
  next: string;
}

/**
 * - `same`: the live release shows the catalogue.
 * - `changed`: it does not, so a publication began.
 * - `busy`: an earlier change is being published or will be retried, so nothing was read.
 * - `held`: nothing is published until `resume`, so nothing was read.
 * - `failed`: the catalogue could not be read.
 */
export type PollOutcome = 'same' | 'changed' | 'busy' | 'held' | 'failed';

/** The data that a publisher keeps on disk in addition to its releases. */
export interface Status {
  /** The newest change. */
  wanted: Wanted | null;
  /** The time when a rollback began (ISO). Nothing is published until `resume`, which sets it to null. */
  heldSince: string | null;
  /** The latest publications, newest first. */
  publications: Publication[];
  /** The last failure, even if later publications succeeded. */
  lastFailure: Publication | null;
  /** The last poll (`serve --poll`). */
  lastPoll: Poll | null;
  /** The last request of the merchant. */
  request: KeptRequest | null;
  /** Signatures of accepted messages with their time (ms), kept as long as a replay would be accepted. */
  taken: [signature: string, at: number][];
}

const REMEMBERED = 20;
const NOTHING: Status = {
  wanted: null,
  heldSince: null,
  publications: [],
  lastFailure: null,
  lastPoll: null,
  request: null,
  taken: [],
};

export async function readStatus({ status }: Folders): Promise<Status> {
  try {
    return { ...NOTHING, ...(JSON.parse(await readFile(status, 'utf8')) as Partial<Status>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NOTHING;
    throw new Error(`The publisher's status in ${status} cannot be read. Delete the file.`, {
      cause: error,
    });
  }
}

let writing: Promise<unknown> = Promise.resolve();

/** Milliseconds to wait for another process that changes the status. It takes milliseconds. */
const PATIENCE_MS = 10_000;

/** Changes part of the status atomically, one change after the other, in all processes: `publisher -- hold` and `serve`. */
export function changeStatus(
  folders: Folders,
  change: (status: Status) => Partial<Status>,
): Promise<void> {
  const next = writing.then(async () => {
    await mkdir(folders.root, { recursive: true });
    const release = lockFile(`${folders.status}.lock`, PATIENCE_MS);
    if (!release) throw new Error(`Another process keeps ${folders.status} locked. Stop it.`);
    try {
      const before = await readStatus(folders);
      const after = { ...before, ...change(before) };
      const path = `${folders.status}.${process.pid}`;
      await writeFile(path, JSON.stringify(after, null, 2));
      await rename(path, folders.status);
    } finally {
      release();
    }
  });
  writing = next.catch(() => {});
  return next;
}

/** Returns the change that adds a publication to a status. */
export function withPublication(status: Status, publication: Publication): Partial<Status> {
  return {
    publications: [publication, ...status.publications].slice(0, REMEMBERED),
    ...(publication.outcome === 'failed' && { lastFailure: publication }),
  };
}

/** Returns the number of failed publications since the last success. */
export function failuresInARow(publications: readonly Publication[]): number {
  const good = publications.findIndex(({ outcome }) => outcome !== 'failed');
  return good === -1 ? publications.length : good;
}
