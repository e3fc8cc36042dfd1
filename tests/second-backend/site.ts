import { join } from 'node:path';
import { runCommand, step } from '#process/console.ts';
import { listen } from '#process/listen.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { Publisher } from '#publisher/publisher.ts';
import { siteRoutes } from '#server/site.ts';
import { startSecondBackend } from './start.ts';

/**
 * The site of a shop on the second backend: the API on a separate origin, and a file server without an API. PORT is the
 * site's; the three after it are the backend's. DATA_DIR keeps the built site for the next run.
 */
await runCommand(async () => {
  const { PORT, DATA_DIR } = process.env;
  if (!PORT || !DATA_DIR) throw new Error('PORT and DATA_DIR are missing.');
  const siteUrl = `http://127.0.0.1:${PORT}`;
  const backend = await startSecondBackend({
    port: Number(PORT) + 1,
    site: siteUrl,
    // Some tests put their own server in front of the site.
    readByAll: true,
  });
  const publisher = new Publisher({
    folder: join(DATA_DIR, 'second-site'),
    settings: {
      API_URL: backend.url,
      SITE_URL: siteUrl,
      PUBLIC_API_URL: backend.url,
      PUBLIC_PAYMENT_HOSTS: new URL(backend.pay).host,
    },
  });
  await step('Building the site of the second backend', () => publisher.publish());
  const close = await listen(
    siteRoutes({ live: publisher.folders.live, siteUrl }).fetch,
    Number(PORT),
    'PORT',
  );
  console.log(`The site of the second backend: ${siteUrl}`);
  await stopped(stopSignal());
  await close();
  await publisher.close();
  await backend.stop();
  return 0;
});
