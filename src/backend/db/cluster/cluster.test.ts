import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from './cluster.ts';

test('data whose password cannot be read is not taken for no data, which would be made anew', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-cluster-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const kept = join(dataDir, 'postgres', 'PG_VERSION');
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(kept, '18\n');
  // Not even root can read a folder as a file.
  await mkdir(join(dataDir, 'postgres-password'));
  await expect(startCluster({ dataDir })).rejects.toThrow('EISDIR');
  expect(await readFile(kept, 'utf8')).toBe('18\n');
});
