import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { administer, type Cluster, listClusters } from '#machine/recovery/clusters.ts';
import { askPlace, writeSettings } from '#machine/recovery/pgbackrest.ts';
import { run } from '#machine/run.ts';

const VERSION = '15';
const PASSWORD = 'bench';

/**
 * Starts a new cluster of Debian's PostgreSQL: as it is, or with the parts of the log of 1 MB and the archive of
 * `scripts/install`, in a folder. Root alone can.
 */
export async function startDebianCluster({ archived }: { archived: boolean }) {
  const name = archived ? 'bench_archived' : 'bench_plain';
  const folder = await mkdtemp(join(tmpdir(), 'turare-bench-archive-'));
  const parts = archived ? ['--', '--wal-segsize=1'] : [];
  await run('pg_createcluster', [VERSION, name, ...parts]);
  const stop = async () => {
    await run('pg_dropcluster', ['--stop', VERSION, name]);
    await rm(folder, { recursive: true, force: true });
  };
  const find = async () => (await listClusters()).find((one) => one.name === name) as Cluster;
  try {
    const { settings, port } = await find();
    const config = join(folder, 'pgbackrest.conf');
    const repository = join(folder, 'repository');
    const place = { repo: 1, name, options: { path: repository } };
    if (archived) {
      await mkdir(repository);
      await chmod(folder, 0o755);
      await run('chown', ['postgres', repository]);
      await writeSettings(config, [place]);
      await writeFile(
        join(settings, 'conf.d/bench.conf'),
        `archive_mode = on\narchive_timeout = 30\narchive_command = 'pgbackrest --config=${config} --stanza=turare --pg1-path="$PWD" archive-push %p'\n`,
      );
    }
    await run('pg_ctlcluster', [VERSION, name, 'start']);
    await administer({ port }, async (client) => {
      await client.query(`create role bench superuser login password '${PASSWORD}'`);
      await client.query('create database bench');
    });
    if (archived) await askPlace(place, ['stanza-create'], await find());
    return {
      url: `postgres://bench:${PASSWORD}@127.0.0.1:${port}/bench`,
      /** The parts of the log that were handed over. */
      parts: () =>
        administer({ port }, async (client) => {
          const { rows } = await client.query('select archived_count from pg_stat_archiver');
          return Number(rows[0].archived_count);
        }),
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
