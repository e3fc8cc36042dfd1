import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Addresses, addressesOf } from '#backend/db/addresses.ts';
import { asUser, userNamed } from '#machine/as-user.ts';

const run = promisify(execFile);

/** A cluster of Debian's PostgreSQL, as `pg_lsclusters` lists it. */
export interface Cluster {
  version: string;
  name: string;
  port: number;
  running: boolean;
  /** The data directory. */
  data: string;
  /** The folder of its settings. */
  settings: string;
}

export async function listClusters(): Promise<Cluster[]> {
  const { stdout } = await run('pg_lsclusters', ['--json']);
  type Listed = Record<'version' | 'cluster' | 'port' | 'pgdata' | 'configdir', string> & {
    running: number;
  };
  return (JSON.parse(stdout) as Listed[]).map((one) => ({
    version: String(one.version),
    name: one.cluster,
    port: Number(one.port),
    running: Number(one.running) === 1,
    data: one.pgdata,
    settings: one.configdir,
  }));
}

/** The socket's folder and port of a database of this machine. Null for one that is reached by a network. */
export function socketOf(
  settings: Parameters<typeof addressesOf>[0],
): { folder: string; port: number; database: string } | null {
  const { direct } = addressesOf(settings);
  const { host, port, database = '' } = new pg.Client({ connectionString: direct });
  return host.startsWith('/') ? { folder: host, port, database } : null;
}

/** The same address at another port of this machine. */
export function atPort(address: string, port: number): Addresses {
  const url = new URL(address.replace('@/', '@localhost/'));
  url.searchParams.set('port', String(port));
  const direct = url.href.replace('@localhost/', '@/');
  return { url: direct, direct };
}

/** The cluster that has the shop's database. Null if it is not one of this machine. */
export async function clusterOf(
  settings: Parameters<typeof addressesOf>[0],
): Promise<Cluster | null> {
  const socket = socketOf(settings);
  if (!socket) return null;
  const all = await listClusters().catch(() => []);
  return all.find(({ port }) => port === socket.port) ?? null;
}

/** Works in a cluster as PostgreSQL's administrator. Root alone may. */
export async function administer<T>(
  { port }: Pick<Cluster, 'port'>,
  work: (client: pg.Client) => Promise<T>,
  database = 'postgres',
): Promise<T> {
  const postgres = await userNamed('postgres');
  const client = new pg.Client({ host: '/var/run/postgresql', port, user: 'postgres', database });
  await asUser(postgres, () => client.connect());
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts or stops a cluster, by systemd. */
export const control = (
  { version, name }: Pick<Cluster, 'version' | 'name'>,
  verb: 'start' | 'stop',
) => run('systemctl', [verb, `postgresql@${version}-${name}`]);

/** Changes a line of a cluster's `postgresql.conf`. */
export const configure = ({ version, name }: Cluster, ...setting: [name: string, value: string]) =>
  run('pg_conftool', [version, name, 'set', ...setting]);
