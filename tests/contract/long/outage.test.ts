import { expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { enqueue } from '#backend/mail/queue.ts';
import { startKillableCluster } from '../../faults/killable-cluster.ts';
import { email, emailsOf, mailServer } from '../emails/emails.harness.ts';

test('an email that is accepted while the database is away is recorded when it is back, and sent once', async () => {
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
