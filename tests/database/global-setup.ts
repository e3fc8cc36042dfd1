import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startCluster } from '#backend/db/cluster/cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of a database of the run's PostgreSQL, as its superuser. */
    databaseUrl: string;
    /** In the project `pooled`: the pooler in front of it, and the role of the programs, as parts of an address. */
    pooler: { port: string; username: string; password: string } | undefined;
  }
}

/** Starts one PostgreSQL for a test run. Each test file creates its own database in it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-test-'));
  const cluster = await startCluster({ dataDir });
  project.provide('databaseUrl', cluster.url);
  return async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
