import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from './cluster.ts';

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
