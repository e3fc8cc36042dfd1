import { step } from '#process/console.ts';
import { describeContents, describeReport, describeStatus } from '#publisher/descriptions.ts';
import { servePublisher } from '#publisher/main.ts';
import { Publisher } from '#publisher/publisher.ts';
import { releaseName, releasesOf } from '#publisher/release/folders.ts';
import { readPublisherSettings } from '#publisher/settings.ts';
import { readStatus } from '#publisher/status.ts';
import type { Doable } from '#scripts/run-task.ts';
import { publisherEnvironment } from '#shop/site.ts';
import { checkWhoseShop } from '#shop/whose-shop.ts';
import type { Task } from './arguments.ts';

/** Does the task. Returns the exit code. @throws Error with a sentence to show. */
export async function perform(task: Doable<Task>): Promise<number> {
  const own = process.env.API_URL ? null : publisherEnvironment(process.env);
  if (
    own &&
    (task.command === 'publish' || task.command === 'resume' || task.command === 'serve')
  ) {
    const shop = { url: own.API_URL, dataDir: own.DATA_DIR };
    await checkWhoseShop(shop, { mayBeClosed: task.command === 'serve' });
  }
  const settings = readPublisherSettings({
    ...own,
    ...process.env,
    ...(task.command === 'serve' && task.poll !== undefined && { PUBLISHER_POLL: task.poll }),
  });
  const { folder, site } = settings;
  const publisher = new Publisher({
    folder,
    settings:
      task.command === 'publish' && task.skipInvalid ? { ...site, SKIP_INVALID: 'true' } : site,
  });
  switch (task.command) {
    case 'serve':
      await servePublisher(settings);
      return 0;
    case 'publish':
      await step('Publishing', async (say) => {
        publisher.onLine = say;
        const report = await publisher.publish(task);
        for (const line of describeContents(report)) console.log(`  ${line}`);
        console.log(`  ${describeReport(report)}`);
      });
      return 0;
    case 'rollback': {
      const name = task.release && releaseName(Number(task.release));
      const { name: live, madeAt } = await publisher.rollBack(name);
      console.log(`Release ${live} of ${madeAt} is live again.`);
      console.log('Changes are not published until npm run publisher -- resume.');
      return 0;
    }
    case 'resume': {
      await publisher.resume();
      const report = await step('Publishing', () => publisher.publish());
      console.log(`  ${describeReport(report)}`);
      return 0;
    }
    case 'status': {
      const { folders } = publisher;
      const [live, status, releases] = [
        await publisher.live(),
        await readStatus(folders),
        await releasesOf(folders),
      ];
      const { taken, ...shown } = status;
      console.log(
        task.json
          ? JSON.stringify({ live, releases, ...shown }, null, 2)
          : describeStatus(live, status, releases),
      );
      return 0;
    }
  }
}
