import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startKillableCluster } from '../../faults/killable-cluster.ts';

test('PostgreSQL starts after kill -9 of its postmaster while one of its processes still works', async () => {
  const cluster = await startKillableCluster();
  onTestFinished(cluster.close);
  const client = new pg.Client({ connectionString: cluster.url });
  client.on('error', () => {});
  await client.connect();
  // That process is busy for a second or more, and notices only then that its postmaster is gone.
  const busy = client.query('select count(*) from generate_series(1, 4000000)').catch(() => null);
  await cluster.kill();
  await cluster.restart();
  await busy;
  const again = new pg.Client({ connectionString: cluster.url });
  await again.connect();
  expect((await again.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await again.end();
});
