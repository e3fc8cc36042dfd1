import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { claimFolder } from '#backend/db/claim.ts';
import { publisherApp } from '#publisher/app.ts';
import { Follower } from '#publisher/follower.ts';
import { Publisher } from '#publisher/publisher.ts';
import { foldersOf, releaseName, releasesOf } from '#publisher/release/folders.ts';
import { type PublisherSettings, readPublisherSettings } from '#publisher/settings.ts';
import { readStatus } from '#publisher/status.ts';
import { describeReport, describeSkipped, describeStatus } from '#publisher/words.ts';
import { runCommand, step } from '#shop/console.ts';
import { readShopSettings } from '#shop/settings.ts';
import { siteSettings } from '#shop/site.ts';
import { readArguments, USAGE } from './arguments.ts';

/** npm run publisher */
await runCommand(async () => {
  const order = readArguments(process.argv.slice(2));
  if (order.command === 'usage') {
    console.log(USAGE);
    return 0;
  }
  if (order.command === 'wrong') throw new Error(order.sentence);
  const settings = readPublisherSettings({ ...shopOfThisCheckout(), ...process.env });
  const open = (more: { SKIP_INVALID?: string } = {}) =>
    new Publisher({
      folder: settings.folder,
      settings: { ...settings.site, ...more },
      claim: claimFolder,
    });
  switch (order.command) {
    case 'serve':
      return follow(settings, open());
    case 'publish': {
      const { full, allowEmpty, skipInvalid } = order;
      await step('Publishing', async (say) => {
        const publisher = open(skipInvalid ? { SKIP_INVALID: 'true' } : {});
        publisher.onLine = say;
        const report = await publisher.publish({ full, allowEmpty });
        for (const line of describeSkipped(report)) console.log(`  ${line}`);
        console.log(`  ${describeReport(report)}`);
      });
      return 0;
    }
    case 'rollback': {
      const name = order.release && releaseName(Number(order.release));
      const { name: live, madeAt } = await open().rollBack(name);
      console.log(`Release ${live} of ${madeAt} is live again.`);
      console.log('Changes are not published until npm run publisher -- resume.');
      return 0;
    }
    case 'resume': {
      const publisher = open();
      await publisher.resume();
      const report = await step('Publishing', () => publisher.publish());
      console.log(`  ${describeReport(report)}`);
      return 0;
    }
    case 'status': {
      const folders = foldersOf(settings.folder);
      const [live, status, releases] = [
        await open().live(),
        await readStatus(folders),
        await releasesOf(folders),
      ];
      const { taken, ...shown } = status;
      console.log(
        order.json
          ? JSON.stringify({ live, releases, ...shown }, null, 2)
          : describeStatus(live, status, releases),
      );
      return 0;
    }
  }
});

/** Without API_URL: the shop that `npm start` opens, and its site's settings. */
function shopOfThisCheckout(): Record<string, string> {
  if (process.env.API_URL) return {};
  const { port, dataDir, backend } = readShopSettings(process.env);
  return {
    ...siteSettings(backend),
    API_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
  };
}

/** Takes messages until it is told to stop. */
async function follow(settings: PublisherSettings, publisher: Publisher): Promise<number> {
  if (!settings.secret) {
    throw new Error('PUBLISHER_SECRET is missing: it must be the one that the API signs with.');
  }
  publisher.onLine = console.log;
  const onFailure = (error: unknown) =>
    console.error(`The live site stays as it was: ${(error as Error).message}`);
  const follower = new Follower(publisher, onFailure, settings.ahead);
  const app = publisherApp({ secret: settings.secret, folders: publisher.folders, follower });
  const server = serve({ fetch: app.fetch, port: settings.port, hostname: settings.host });
  await once(server, 'listening');
  console.log(`Messages are taken at http://${settings.host}:${settings.port}/publish`);
  follower.look();
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  await follower.close();
  return 0;
}
