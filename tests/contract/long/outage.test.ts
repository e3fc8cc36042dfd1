import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createBackend } from '#backend/backend.ts';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { receiveUpload } from '#backend/products/files/jobs/upload.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { startKillableCluster } from '../../faults/killable-cluster.ts';
import { email, emailsOf, mailServer } from '../emails/emails.harness.ts';
import { createFakePaystack } from '../orders/paystack.fake.ts';
import { BOLA } from '../shop.harness.ts';

test('an email that is accepted during a database outage is recorded afterwards, and sent once', async () => {
  const cluster = await startKillableCluster();
  onTestFinished(() => cluster.close());
  await migrate(cluster.url);
  const connection = connect(cluster.url);
  onTestFinished(connection.close);
  const queue = emailsOf(connection);
  const server = await mailServer({
    async content() {
      await cluster.kill();
      return null;
    },
  });
  await enqueue(connection.db, email('paid:outage'));
  const { stop } = queue.sender(server.url);
  await expect.poll(() => server.arrived).toHaveLength(1);
  await cluster.restart();
  await queue.isSent('paid:outage');
  await stop();
  expect(server.arrived).toHaveLength(1);
  expect(await queue.row('paid:outage')).toMatchObject({ tries: 1 });
});

test('an upload during an outage of the database is forgotten within minutes', async () => {
  const cluster = await startKillableCluster();
  onTestFinished(() => cluster.close());
  await migrate(cluster.url);
  const folder = await mkdtemp(join(tmpdir(), 'turare-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { services, close } = await createBackend(
    readSettings({ DATABASE_URL: cluster.url, DATA_DIR: folder }),
    { providers: [createFakePaystack()], log: () => {} },
  );
  onTestFinished(close);
  const { db, imports } = services;
  async function* cutOff() {
    yield Buffer.alloc(1_500_000, 'name,price\n');
    await cluster.kill();
    yield Buffer.alloc(1_500_000, 'name,price\n');
  }
  const file = { fileName: 'products.csv', actor: BOLA };
  await expect(receiveUpload(db, cutOff(), file)).rejects.toThrow();
  await cluster.restart();
  const states = async () => (await db.execute(sql`select state from imports`)).rows;
  const work = () => imports.tasks[0]?.round(new AbortController().signal);
  await expect.poll(async () => states().catch(() => [])).toEqual([{ state: 'receiving' }]);
  await work();
  // It may still be on its way.
  expect(await states()).toEqual([{ state: 'receiving' }]);
  await db.execute(sql`update imports set touched_at = now() - interval '11 minutes'`);
  await work();
  expect(await states()).toEqual([]);
  expect((await db.execute(sql`select from import_parts`)).rows).toEqual([]);
});
