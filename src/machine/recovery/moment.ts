import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '#backend/settings/settings.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { fileSize } from '#domain/words.ts';
import type { Machine } from '#machine/place.ts';
import { run } from '#machine/run.ts';
import { freeBytes } from '#process/disk-space.ts';
import { administer, type Cluster, clusterOf, control, listClusters } from './clusters.ts';
import { gapsIn } from './gaps.ts';
import {
  type Copy,
  placesOf,
  type Repository,
  readRepository,
  restoreFrom,
  segmentsFrom,
} from './pgbackrest.ts';

/** Milliseconds in which the newest part of the log has to reach the archive. */
const HAND_OVER_MS = 60_000;
/** Milliseconds between two looks whether PostgreSQL has read the log to its end. */
const LOOK_MS = 500;

/** The copy that a restore begins with, and where the log goes on from it. */
interface Source {
  live: Cluster;
  repository: Repository;
  copy: Copy;
  /** The settings of pgBackRest. */
  config: string;
  /** When the last part of the log arrived. */
  end: Date;
}

/**
 * Finds the copy and the log that a restore to a moment takes.
 * @param moment - null for the newest that can be had.
 * @throws Error with a sentence when it cannot be had.
 */
export async function findMoment(
  machine: Machine,
  settings: Settings,
  moment: Date | null,
): Promise<Source> {
  if (machine.kind === 'container')
    throw new Error('A container has no archive: restore one of its backups');
  const live = await clusterOf(settings);
  if (!live)
    throw new Error('The PostgreSQL of this shop is on another machine, which restores it');
  if (live.running) await handOver(live);
  const faults: string[] = [];
  let oldest: Copy | undefined;
  for (const place of placesOf(settings).places) {
    const repository = await readRepository(place).catch((error: Error) => error.message);
    if (typeof repository === 'string') {
      faults.push(repository);
      continue;
    }
    const { copies } = repository;
    oldest ??= copies[0];
    const copy = copies.findLast(({ stop }) => moment === null || stop <= moment);
    if (!copy) continue;
    const segments = await segmentsFrom(repository, copy.first);
    const [gap] = gapsIn(segments, null);
    if (moment !== null && gap && gap.from < moment) {
      const next = copies.find(({ stop }) => stop > moment)?.stop;
      faults.push(
        `Nothing from ${lagosTime(gap.from)} to ${next ? lagosTime(next) : 'now'} can be restored, because a part of the log was dropped. The nearest moments are these two`,
      );
      continue;
    }
    const end = segments.at(-1)?.at ?? copy.stop;
    return { live, repository, copy, config: machine.archiveSettings, end };
  }
  throw new Error(
    faults.join('. ') ||
      (oldest && moment
        ? `The archive begins at ${lagosTime(oldest.stop)}, and ${lagosTime(moment)} is before that`
        : 'There is no archive. turare status says why'),
  );
}

/** The room that a restore takes, as a sentence. @throws Error when there is not enough. */
export async function roomFor(...wanted: Parameters<typeof findMoment>): Promise<string> {
  const { copy, live } = await findMoment(...wanted);
  const needed = Math.ceil(copy.size * 1.2);
  const free = await freeBytes(dirname(dirname(live.data)));
  const room = `A second database takes ${fileSize(needed)} of the disk, which has ${fileSize(free)}.`;
  if (needed > free) throw new Error(`${room} Make room first`);
  return room;
}

/** Hands over what PostgreSQL has written until now, so that it can be had. A server that is lost has no more. */
async function handOver(live: Cluster): Promise<void> {
  await administer(live, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select pg_walfile_name(pg_switch_wal()) as name where current_setting('archive_mode') = 'on'",
    );
    const [part] = rows;
    const until = performance.now() + HAND_OVER_MS;
    while (part && performance.now() < until) {
      const { rows: there } = await client.query(
        "select from pg_stat_archiver where last_archived_wal >= $1 and last_archived_wal ~ '^[0-9A-F]{24}$'",
        [part.name],
      );
      if (there.length > 0) return;
      await pause(LOOK_MS);
    }
  }).catch((error: Error) => {
    // What is in the archive can be had all the same.
    if (!/ECONNREFUSED|ENOENT|terminat|shut/.test(error.message)) throw error;
  });
}

/** A moment as PostgreSQL's settings take it: '2026-11-27 13:05:00+00'. */
const targetOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replace('T', ' ')}+00`;

/**
 * Restores the database beside the shop's, into a cluster of this name with the same settings.
 * @returns the cluster, which runs, and the moment that it is of.
 */
export async function restoreMoment(
  { live, repository, copy, config, end }: Source,
  { name, moment, say }: { name: string; moment: Date | null; say: (line: string) => void },
): Promise<{ restored: Cluster; at: Date }> {
  await run('pg_createcluster', [live.version, name, '--start-conf=manual']);
  const made = await clusterNamed(live.version, name);
  await copySettings(live, made);
  const source = [`--set=${copy.label}`, '--archive-mode=off'];
  const bring = (...how: string[]) =>
    restoreFrom(repository, config, `--pg1-path=${made.data}`, ...source, ...how);
  say(`bringing ${fileSize(copy.size)} from the copy of ${lagosTime(copy.stop)}`);
  await rm(made.data, { recursive: true, force: true });
  await run('install', ['-d', '-m', '700', '-o', 'postgres', '-g', 'postgres', made.data]);
  const target = moment !== null && moment <= end ? moment : null;
  await bring(
    ...(target === null
      ? ['--type=default']
      : ['--type=time', `--target=${targetOf(target)}`, '--target-action=promote']),
  );
  say('reading the log');
  if (!(await follow(made)) && target !== null) {
    // Nothing was written between the last change and the moment, so PostgreSQL cannot know that it has reached it.
    await bring('--delta', '--type=default');
    await follow(made);
  }
  const last = await administer(made, async (client) => {
    const { rows } = await client.query<{ at: Date | null }>(
      'select pg_last_xact_replay_timestamp() as at',
    );
    return rows[0]?.at ?? null;
  });
  return { restored: await clusterNamed(live.version, name), at: target ?? last ?? copy.stop };
}

async function clusterNamed(version: string, name: string): Promise<Cluster> {
  const found = (await listClusters()).find((one) => one.version === version && one.name === name);
  if (!found) throw new Error(`There is no cluster ${version}/${name}.`);
  return found;
}

/** The settings of the shop's cluster: with fewer connections than that one had, PostgreSQL would not read its log. */
async function copySettings(live: Cluster, made: Cluster): Promise<void> {
  const text = await readFile(join(made.settings, 'postgresql.conf'), 'utf8');
  // Each cluster's own: its folders, its port and its name.
  const own = /^(data_directory|hba_file|ident_file|external_pid_file|port|cluster_name)\s*=.*$/gm;
  const lines = new Map(Array.from(text.matchAll(own), ([line, key = '']) => [key, line]));
  const theirs = await readFile(join(live.settings, 'postgresql.conf'), 'utf8');
  const mixed = theirs.replace(own, (line, key: string) => lines.get(key) ?? line);
  await writeFile(join(made.settings, 'postgresql.conf'), mixed);
  for (const file of ['pg_hba.conf', 'pg_ident.conf', 'conf.d'])
    await cp(join(live.settings, file), join(made.settings, file), { recursive: true });
  await run('chown', ['-R', 'postgres:postgres', made.settings]);
}

/**
 * Starts a restored cluster, and waits until it has read the log.
 * @returns false when the log ended before the moment.
 */
async function follow(cluster: Cluster): Promise<boolean> {
  const log = `/var/log/postgresql/postgresql-${cluster.version}-${cluster.name}.log`;
  // A start that fails says why in PostgreSQL's own log, which is read below.
  await control(cluster, 'start').catch(() => {});
  for (;;) {
    const done = await administer(cluster, async (client) => {
      const { rows } = await client.query<{ done: boolean }>(
        'select not pg_is_in_recovery() as done',
      );
      return rows[0]?.done ?? false;
    }).catch(() => false);
    if (done) return true;
    if (!(await clusterNamed(cluster.version, cluster.name)).running) {
      const said = await readFile(log, 'utf8').catch(() => '');
      if (said.includes('recovery ended before configured recovery target was reached')) {
        await rm(log, { force: true });
        return false;
      }
      const why = said.trimEnd().split('\n').slice(-3).join('\n');
      throw new Error(`PostgreSQL did not read the restored log:\n${why}`);
    }
    await pause(LOOK_MS);
  }
}
