import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { backupPlaceOf } from '#backend/settings/backup-settings.ts';
import { nameOf } from '#backend/settings/s3-place.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { userNamed } from '#machine/as-user.ts';
import { run } from '#machine/run.ts';
import type { Cluster } from './clusters.ts';

const STANZA = 'turare';
const SPOOLS = '/var/spool/pgbackrest';
/** Where pgBackRest says how each part of the log fared that it was given. */
export const SPOOL = `${SPOOLS}/archive/${STANZA}/out`;
/** Bytes of the log that may wait. More are dropped: a gap in the archive, but PostgreSQL's disk never fills. */
const MOST_WAITING = '1GiB';
/**
 * Days that a whole copy stays. One is made each day, and the oldest is the first that is older: so all that was erased
 * is gone after fourteen days.
 */
const DAYS = 13;

/** pgBackRest's numbers of the places. */
const HERE = 1;
export const STORE = 2;

type Options = Readonly<Record<string, string>>;

/** A place of the archive. */
export interface Place {
  repo: number;
  /** Names it in a sentence. */
  name: string;
  options: Options;
}

/** The places of a shop's archive, and why the bucket of its backups cannot be one, as a sentence. */
export function placesOf(settings: Settings): { places: Place[]; fault: string | null } {
  const kept = { 'retention-full-type': 'time', 'retention-full': String(DAYS) };
  const here = { path: '/var/lib/pgbackrest', ...kept };
  const places: Place[] = [{ repo: HERE, name: 'this machine', options: here }];
  const place = backupPlaceOf(settings);
  const { ARCHIVE_PASSPHRASE: passphrase } = settings;
  if (!place) return { places, fault: null };
  if (passphrase === undefined)
    return {
      places,
      fault: 'ARCHIVE_PASSPHRASE is missing in the settings. scripts/install makes one.',
    };
  if (!place.endpoint.startsWith('https:'))
    return {
      places,
      fault: 'BACKUP_S3_ENDPOINT has no https://, and pgBackRest speaks nothing else.',
    };
  const { hostname, port } = new URL(place.endpoint);
  const options = {
    type: 's3',
    path: `/${place.prefix}archive`,
    's3-endpoint': hostname,
    ...(port && { 'storage-port': port }),
    's3-bucket': place.bucket,
    's3-region': place.region,
    's3-key': place.keyId,
    's3-key-secret': place.secretKey,
    's3-uri-style': place.pathStyle ? 'path' : 'host',
    'cipher-type': 'aes-256-cbc',
    'cipher-pass': passphrase,
    ...kept,
  };
  return { places: [...places, { repo: STORE, name: nameOf(place), options }], fault: null };
}

/** Options that are the same for all places. */
const COMMON: Options = {
  'compress-type': 'zst',
  'start-fast': 'y',
  'archive-async': 'y',
  'archive-push-queue-max': MOST_WAITING,
  'spool-path': SPOOLS,
  'io-timeout': '20',
  'log-level-file': 'off',
  'log-level-console': 'off',
  'log-level-stderr': 'error',
};

const named = (options: Options, prefix: string) =>
  Object.entries(options).map(([name, value]) => [prefix + name, value] as const);

/**
 * Writes pgBackRest's settings if they have changed: what PostgreSQL hands over goes to every place. PostgreSQL's user
 * may read them, and nobody else.
 */
export async function writeSettings(file: string, places: readonly Place[]): Promise<void> {
  const all = places.flatMap(({ repo, options }) => named(options, `repo${repo}-`));
  const text = [
    '# The archive of the shop. turare archive writes this file from /etc/turare/shop.env.',
    '[global]',
    ...[...all, ...Object.entries(COMMON)].map(([name, value]) => `${name}=${value}`),
    '',
  ].join('\n');
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  const postgres = await userNamed('postgres');
  await writeFile(`${file}.next`, text, { mode: 0o640 });
  if (postgres) await chown(`${file}.next`, 0, postgres.gid);
  await rename(`${file}.next`, file);
}

/**
 * Runs a command of pgBackRest on one place, as PostgreSQL's user. A fault of another place does not disturb it:
 * it knows this one alone, by its environment, which nobody else can read.
 * @param cluster - the one that it is about.
 * @throws Error with its words.
 */
export async function askPlace(
  { options }: Place,
  words: readonly string[],
  cluster?: Cluster,
): Promise<string> {
  const given = {
    ...COMMON,
    ...Object.fromEntries(named(options, 'repo1-')),
    ...(cluster && { 'pg1-path': cluster.data, 'pg1-port': String(cluster.port) }),
  };
  const env = Object.entries(given).map(([name, value]) => [
    `PGBACKREST_${name.toUpperCase().replaceAll('-', '_')}`,
    value,
  ]);
  return pgBackRest(['--no-config', ...words], Object.fromEntries(env));
}

/** Restores by pgBackRest's settings, which know all places. PostgreSQL reads the log by them. */
export const restoreFrom = ({ repo }: Place, config: string, ...words: readonly string[]) =>
  pgBackRest([`--config=${config}`, `--repo=${repo}`, 'restore', ...words]);

async function pgBackRest(words: readonly string[], env: Options = {}): Promise<string> {
  const { stdout } = await run(
    'runuser',
    ['-u', 'postgres', '--', 'pgbackrest', `--stanza=${STANZA}`, ...words],
    { cwd: '/', maxBuffer: 1e9, env: { PATH: process.env.PATH, ...env } },
  ).catch((error: Error & { stderr?: string }) => {
    const said = /ERROR: \[\d+\]: ([\s\S]*)/.exec(error.stderr ?? '')?.[1];
    throw new Error(wordsOf(said ?? error.message));
  });
  return stdout;
}

/** A whole copy of the database in a place. */
export interface Copy {
  label: string;
  start: Date;
  stop: Date;
  /** The first part of the log that it needs. */
  first: string;
  /** The last one. */
  last: string;
  /** Bytes of the database, and of the copy. */
  size: number;
  bytes: number;
}

/** The contents of a place. */
export interface Repository extends Place {
  /** PostgreSQL's identifier of the server that it archives. Null before the first one. */
  system: string | null;
  /** The folder of its log. */
  log: string | null;
  /** Oldest first, of that server. */
  copies: Copy[];
}

interface Info {
  archive: { database: { id: number }; id: string }[];
  backup: {
    archive: { start: string; stop: string };
    database: { id: number };
    info: { size: number; repository: { delta: number } };
    label: string;
    timestamp: { start: number; stop: number };
  }[];
  db: { id: number; 'system-id': string }[];
  repo: { status: { code: number; message: string } }[];
}

/** The first line of pgBackRest's words, and the code of an S3 store. The rest are headers of a request. */
export function wordsOf(message: string): string {
  const [first = ''] = message.replace(/^\[\w+\] /, '').split('\n');
  const code = /<Code>(\w+)<\/Code>/.exec(message)?.[1];
  return `pgBackRest says: ${first.replace(/[:.]$/, '')}${code ? ` (${code})` : ''}.`;
}

/** pgBackRest's codes for a place that can be read: it has an archive, has none, or has no whole copy yet. */
const READ = [0, 1, 2];

/** Asks what a place has. @throws Error when it cannot be read. */
export async function readRepository(place: Place): Promise<Repository> {
  const text = await askPlace(place, ['info', '--output=json']);
  // The identifier has more digits than a number of JavaScript.
  const [info] = JSON.parse(text.replace(/"system-id":(\d+)/g, '"system-id":"$1"')) as Info[];
  const status = info?.repo[0]?.status;
  if (status && !READ.includes(status.code)) throw new Error(wordsOf(status.message));
  const db = info?.db.at(-1);
  const isOf = ({ database }: { database: { id: number } }) => database.id === db?.id;
  return {
    ...place,
    system: db?.['system-id'] ?? null,
    log: info?.archive.find(isOf)?.id ?? null,
    copies: (info?.backup ?? []).filter(isOf).map((one) => ({
      label: one.label,
      start: new Date(one.timestamp.start * 1000),
      stop: new Date(one.timestamp.stop * 1000),
      first: one.archive.start,
      last: one.archive.stop,
      size: one.info.size,
      bytes: one.info.repository.delta,
    })),
  };
}

/** A part of the log in a place, and when it arrived. */
export interface Segment {
  name: string;
  at: Date;
}

/** The parts of the log from this one on, in order. */
export async function segmentsFrom(place: Repository, first: string): Promise<Segment[]> {
  const list = async (folder: string) =>
    JSON.parse(await askPlace(place, ['repo-ls', folder, '--output=json'])) as Record<
      string,
      { type: string; time?: number }
    >;
  const above = `archive/${STANZA}/${place.log}`;
  const folders = Object.entries(await list(above))
    .filter(([name, { type }]) => type === 'path' && name >= first.slice(0, 16))
    .map(([name]) => name);
  const found: Segment[] = [];
  for (const folder of folders.toSorted()) {
    for (const [name, { time = 0 }] of Object.entries(await list(`${above}/${folder}`))) {
      const segment = /^([0-9A-F]{24})-/.exec(name)?.[1];
      if (segment && segment >= first) found.push({ name: segment, at: new Date(time * 1000) });
    }
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name));
}
