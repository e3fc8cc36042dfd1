import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { readIfThere } from '#process/files.ts';

/** One place of the archive: whole copies of the database, and its write-ahead log since. */
export interface ArchivePlace {
  /** Names it in a sentence: 'this machine', 'the S3 bucket x at y'. */
  name: string;
  /** The moments that can be had, as ISO times. Null before the first whole copy. */
  from: string | null;
  until: string | null;
  /** When the newest whole copy was made. */
  copiedAt: string | null;
  bytes: number;
  /** Times between which nothing can be had, because the log of that time was dropped. */
  gaps: { from: string; until: string }[];
  /** Why it takes nothing, in a sentence. */
  fault: string | null;
}

/** The archive of a machine, as its last round found it. `machine/recovery` keeps it. */
export interface LogArchive {
  at: string;
  places: ArchivePlace[];
  /** The reason why a part of the log waits, as a sentence. */
  waits: string | null;
}

const fileOf = (dataDir: string) => join(dataDir, 'archive.json');

/** Null where no archive is kept. */
export async function readArchiveState(dataDir: string): Promise<LogArchive | null> {
  const text = await readIfThere(fileOf(dataDir));
  return text === '' ? null : (JSON.parse(text) as LogArchive);
}

export async function writeArchiveState(dataDir: string, archive: LogArchive): Promise<void> {
  const file = fileOf(dataDir);
  await writeFile(`${file}.next`, JSON.stringify(archive, null, 2));
  await rename(`${file}.next`, file);
}

/**
 * Since when a part of the log waits to be archived. Null if none waits: a quiet night writes none. A role without
 * `pg_monitor` cannot know.
 */
export async function archiveWaitsSince(db: Pick<Database, 'execute'>): Promise<Date | null> {
  const { rows } = await db.execute<{ since: Date | null }>(sql`select case
    when has_function_privilege('pg_ls_archive_statusdir()', 'execute')
    then (select min(modification) from pg_ls_archive_statusdir() where name like '%.ready') end as since`);
  const { since = null } = rows[0] ?? {};
  return since === null ? null : new Date(since);
}

/** Milliseconds for which the log may wait before somebody is told. */
const PATIENCE_MS = 10 * 60_000;

/** Whether the log waits for too long. */
export const archiveStandsStill = (since: Date | null): since is Date =>
  since !== null && Date.now() - since.getTime() >= PATIENCE_MS;
