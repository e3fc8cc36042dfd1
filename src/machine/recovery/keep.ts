import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ArchivePlace,
  type LogArchive,
  writeArchiveState,
} from '#backend/backup/log-archive.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { asOwner } from '#machine/as-user.ts';
import type { InstalledMachine } from '#machine/place.ts';
import { administer, type Cluster, clusterOf } from './clusters.ts';
import { gapsIn } from './gaps.ts';
import {
  askPlace,
  type Place,
  placesOf,
  type Repository,
  readRepository,
  type Segment,
  SPOOL,
  STORE,
  segmentsFrom,
  wordsOf,
  writeSettings,
} from './pgbackrest.ts';

/** Milliseconds after which there is another whole copy. */
const COPY_MS = 24 * 3_600_000;

/** PostgreSQL's own figures of its archive. */
interface Server {
  /** Its identifier. */
  system: string;
  timeline: string;
  /** The newest part of the log that it believes to be archived. */
  archived: Segment | null;
}

/** Null where PostgreSQL does not archive its log by the installer's settings. */
const readServer = (cluster: Cluster): Promise<Server | null> =>
  administer(cluster, async (client) => {
    const { rows } = await client.query(
      `select system_identifier::text as system,
        (select lpad(upper(to_hex(timeline_id)), 8, '0') from pg_control_checkpoint()) as timeline,
        last_archived_wal as name, last_archived_time as at
      from pg_control_system(), pg_stat_archiver where current_setting('archive_mode') = 'on'
        and current_setting('archive_command') like '%pgbackrest%turare%'`,
    );
    const [row] = rows;
    if (!row) return null;
    const { system, timeline, name, at } = row;
    return { system, timeline, archived: /^[0-9A-F]{24}$/.test(name ?? '') ? { name, at } : null };
  });

/**
 * A round of the care of the archive: makes it at first, and a whole copy in each place once a day, after a gap in
 * the log and on a new timeline. A place that fails does not hold up the other.
 * @returns what there is then. Null where the shop's PostgreSQL has no archive.
 */
export async function keepArchive(
  machine: InstalledMachine,
  settings: Settings,
  say: (line: string) => void,
  now = new Date(),
): Promise<LogArchive | null> {
  const cluster = await clusterOf(settings);
  const server = cluster?.running ? await readServer(cluster) : null;
  if (!cluster || !server) return null;
  const { places, fault } = placesOf(settings);
  await writeSettings(machine.archiveSettings, places);
  const kept: ArchivePlace[] = [];
  for (const place of places) kept.push(await keepPlace({ place, cluster, server, now, say }));
  if (fault !== null) kept.push({ ...EMPTY, name: 'the S3 bucket', fault });
  const archive = { at: now.toISOString(), places: kept, waits: await whyWaiting() };
  await asOwner(settings.DATA_DIR, () => writeArchiveState(settings.DATA_DIR, archive));
  return archive;
}

/**
 * Reads pgBackRest's last words about a part of the log that it could not hand over: a file with a code and a
 * message.
 */
async function whyWaiting(): Promise<string | null> {
  const names = await readdir(SPOOL).catch(() => []);
  const last = names
    .filter((name) => name.endsWith('.error'))
    .toSorted()
    .at(-1);
  if (last === undefined) return null;
  const text = await readFile(join(SPOOL, last), 'utf8').catch(() => '');
  // 'repo2: [ProtocolError] …', with a line before it that names nobody.
  const message = /^repo\d+: ([\s\S]*)/m.exec(text)?.[1] ?? text.slice(text.indexOf('\n') + 1);
  return message === '' ? null : wordsOf(message);
}

const EMPTY = { from: null, until: null, copiedAt: null, bytes: 0, gaps: [], fault: null };

interface Round {
  place: Place;
  cluster: Cluster;
  server: Server;
  now: Date;
  say: (line: string) => void;
}

async function keepPlace(round: Round): Promise<ArchivePlace> {
  const { place, cluster, server, say } = round;
  const { name } = place;
  let found: Repository | undefined;
  try {
    found = await readRepository(place);
    if (found.system !== server.system) {
      if (found.system !== null && place.repo === STORE)
        throw new Error(
          'It has the archive of another PostgreSQL. turare restore --at latest brings that shop here; another BACKUP_S3_PREFIX begins a new archive.',
        );
      say(`Beginning the archive in ${name}.`);
      const begin = found.system === null ? 'stanza-create' : 'stanza-upgrade';
      await askPlace(place, [begin], cluster);
      found = await readRepository(place);
    }
    const why = await whyCopy(round, found);
    if (why !== null) {
      say(`Copying the database to ${name}: ${why}.`);
      await askPlace(place, ['backup', '--type=full'], cluster);
      found = await readRepository(place);
    }
    return { ...(await stateOf(round, found)), name };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    const known = found ? await stateOf(round, found).catch(() => EMPTY) : EMPTY;
    return { ...known, name, fault };
  }
}

/** Why a whole copy is due, as the end of a sentence. Null if none is. */
async function whyCopy({ server, now }: Round, place: Repository): Promise<string | null> {
  const newest = place.copies.at(-1);
  if (!newest) return 'there is none yet';
  if (now.getTime() - newest.start.getTime() >= COPY_MS) return 'the newest is of yesterday';
  if (newest.last.slice(0, 8) !== server.timeline) return 'the log begins anew after a restore';
  const segments = await segmentsFrom(place, newest.last);
  return gapsIn(segments, server.archived).length > 0 ? 'a part of the log was dropped' : null;
}

/** The moments that a place has, from its oldest whole copy on. */
async function stateOf({ server }: Round, place: Repository): Promise<Omit<ArchivePlace, 'name'>> {
  const [oldest, newest] = [place.copies[0], place.copies.at(-1)];
  if (!oldest || !newest) return EMPTY;
  const segments = await segmentsFrom(place, oldest.first);
  return {
    from: oldest.stop.toISOString(),
    until: (segments.at(-1)?.at ?? newest.stop).toISOString(),
    copiedAt: newest.stop.toISOString(),
    bytes: place.copies.reduce((sum, { bytes }) => sum + bytes, 0),
    gaps: gapsIn(segments, server.archived).map(({ from, until }) => ({
      from: from.toISOString(),
      // What follows can be had from the next whole copy on.
      until: (place.copies.find(({ start }) => start >= until)?.stop ?? until).toISOString(),
    })),
    fault: null,
  };
}
