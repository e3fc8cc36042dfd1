import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { type Cluster, freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { isRunning } from '#process/claim.ts';

/** A test's own PostgreSQL, which can be killed and restarted on the same port with the same data. */
export interface KillableCluster {
  url: string;
  /** `kill -9` of the postmaster. */
  kill(): Promise<void>;
  /** Starts it again on the data of the killed one. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function startKillableCluster(): Promise<KillableCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-kill-'));
  const port = await freePort();
  let cluster: Cluster = await startCluster({ dataDir, port });
  return {
    url: cluster.url,
    async kill() {
      const file = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8');
      const pid = Number(file.split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        () => {
          if (isRunning(pid)) throw new Error(`PostgreSQL (${pid}) is still there`);
        },
        { interval: 5 },
      );
    },
    async restart() {
      // The server has gone, so this only releases the folder.
      await cluster.stop();
      cluster = await startCluster({ dataDir, port });
    },
    async close() {
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
