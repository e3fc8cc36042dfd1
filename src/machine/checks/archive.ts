import { sql } from 'drizzle-orm';
import {
  type ArchivePlace,
  archiveStandsStill,
  archiveWaitsSince,
  readArchiveState,
} from '#backend/backup/log-archive.ts';
import type { Database } from '#backend/db/connect.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { capital, fileSize } from '#domain/words.ts';
import { clusterOf } from '#machine/recovery/clusters.ts';
import { type Check, fault, note, well } from './check.ts';

/** Tells which minutes the archive has, since when its log waits, or why there is no archive. */
export const archive: Check = {
  name: 'archive',
  async look({ machine, settings, database }) {
    const db = await database();
    const kept = await readArchiveState(settings.DATA_DIR);
    if (machine.kind === 'container' || kept === null) return whyNone(machine.kind, settings, db);
    const places = kept.places.map(describePlace).join(' ');
    const since = await archiveWaitsSince(db);
    if (archiveStandsStill(since))
      return fault(
        `PostgreSQL's log waits since ${lagosTime(since)}. ${kept.waits ?? ''} ${places}`,
        'The shop keeps selling. Check the space on the disk, and the store and its key. turare archive tries again now.',
      );
    if (kept.places.some((place) => place.fault !== null))
      return fault(places, 'turare archive tries again now.');
    if (kept.places.length === 1)
      return note(
        places,
        'The machine and the archive share a disk: set BACKUP_S3_BUCKET, and it goes there, too.',
      );
    return well(places);
  },
};

/** The minutes that a place of the archive has, in sentences. */
export function describePlace({
  name,
  from,
  until,
  bytes,
  gaps,
  fault: why,
}: ArchivePlace): string {
  const minutes =
    from && until
      ? `has each minute from ${lagosTime(from)} to ${lagosTime(until)} (${fileSize(bytes)})`
      : 'has nothing yet';
  const not = gaps.map((gap) => ` but not ${lagosTime(gap.from)} to ${lagosTime(gap.until)}`);
  return `${capital(name)} ${minutes}${not.join(',')}.${why === null ? '' : ` ${why}`}`;
}

async function whyNone(
  kind: 'container' | 'installed',
  settings: Parameters<typeof clusterOf>[0],
  db: Pick<Database, 'execute'>,
) {
  const nightly = 'What happened since the last backup would be lost with this machine.';
  if (kind === 'container')
    return note(`There is none. ${nightly}`, 'An installed shop has one (scripts/install).');
  if (!(await clusterOf(settings)))
    return note('PostgreSQL is on another machine, which keeps its own log, or none.');
  const { rows } = await db.execute<{ name: string }>(sql`select datname as name from pg_database
    where not datistemplate and datname not in ('postgres', current_database())
      and datname not like replace(current_database(), '_', '\\_') || '\\_%' order by 1`);
  const [other] = rows;
  return other
    ? note(
        `There is none, because this PostgreSQL has other databases (${other.name}). ${nightly}`,
        'Move the shop into a cluster of its own (pg_createcluster), then run scripts/install again.',
      )
    : note(`There is none. ${nightly}`, 'scripts/install makes one, and restarts PostgreSQL.');
}
