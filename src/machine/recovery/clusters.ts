import pg from 'pg';
import { addressesOf } from '#backend/db/addresses.ts';
import { asUser, userNamed } from '#machine/as-user.ts';
import { run, systemctl } from '#machine/run.ts';

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

/** The cluster that has the shop's database. Null if it is not one of this machine. */
export async function clusterOf(
  settings: Parameters<typeof addressesOf>[0],
): Promise<Cluster | null> {
  const { host, port } = new pg.Client({ connectionString: addressesOf(settings).direct });
  if (!host.startsWith('/')) return null;
  const all = await listClusters().catch(() => []);
  return all.find((one) => one.port === port) ?? null;
}

/** Works on a server of this machine as PostgreSQL's administrator. Root alone may. */
export async function administer<T>(
  { host = '/var/run/postgresql', port }: { host?: string; port: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const postgres = await userNamed('postgres');
  const client = new pg.Client({ host, port, user: 'postgres', database: 'postgres' });
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
) => systemctl(verb, `postgresql@${version}-${name}`);

/** Changes a line of a cluster's `postgresql.conf`. */
export const configure = ({ version, name }: Cluster, ...setting: [name: string, value: string]) =>
  run('pg_conftool', [version, name, 'set', ...setting]);
