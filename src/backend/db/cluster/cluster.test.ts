import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from './cluster.ts';
import { unprivileged } from './unprivileged.ts';

/** A data folder with a database, and no password yet. */
async function withData() {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-cluster-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const kept = join(dataDir, 'postgres', 'PG_VERSION');
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(kept, '18\n');
  return { dataDir, kept, password: join(dataDir, 'postgres-password') };
}

test('data whose password cannot be read is kept', async () => {
  const { dataDir, kept, password } = await withData();
  // Not even root can read a folder as a file.
  await mkdir(password);
  await expect(startCluster({ dataDir })).rejects.toThrow('EISDIR');
  expect(await readFile(kept, 'utf8')).toBe('18\n');
});

test.for(['missing', 'empty'])(
  'data whose password is %s is kept, and the start says why',
  async (state) => {
    const { dataDir, kept, password } = await withData();
    if (state === 'empty') await writeFile(password, '');
    await expect(startCluster({ dataDir })).rejects.toThrow('its password is missing');
    expect(await readFile(kept, 'utf8')).toBe('18\n');
  },
);

test('a server starts again after a kill whose process number another program has now', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-cluster-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await (await startCluster({ dataDir })).stop();
  const { user } = unprivileged('sleep');
  const other = spawn('sleep', ['60'], user ?? {});
  onTestFinished(() => void other.kill());
  // A killed container leaves this in its storage. In the next container another program soon has the number.
  const left = [other.pid, join(dataDir, 'postgres'), 1_795_000_000, 1, '', '127.0.0.1', '1 1'];
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `${left.join('\n')}\n`);
  const cluster = await startCluster({ dataDir });
  onTestFinished(() => cluster.stop());
  expect(other.exitCode).toBeNull();
});
