import { runCommand } from '#process/console.ts';
import { listen } from '#process/listen.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { publisherApp } from './app.ts';
import { Follower } from './follower.ts';
import { Publisher } from './publisher.ts';
import { type PublisherSettings, readPublisherSettings } from './settings.ts';

/** What `npm run publisher -- serve` runs: receives messages and publishes until the process is asked to stop. */
export async function servePublisher(settings: PublisherSettings): Promise<void> {
  const { secret, port, host } = settings;
  if (!secret) {
    throw new Error('PUBLISHER_SECRET is missing. Set it to the secret that the API signs with.');
  }
  const publisher = new Publisher({ folder: settings.folder, settings: settings.site });
  publisher.onLine = console.log;
  const onFailure = (error: unknown) =>
    console.error(`The live site stays as it was: ${(error as Error).message}`);
  const follower = new Follower(publisher, onFailure, settings.ahead);
  const app = publisherApp({ secret, folders: publisher.folders, follower });
  const close = await listen(app.fetch, port, 'PUBLISHER_PORT', host);
  console.log(`The publisher receives messages at http://${host}:${port}/publish`);
  follower.look();
  await stopped(stopSignal());
  await close();
  await follower.close();
}

if (import.meta.main) {
  await runCommand(async () => {
    await servePublisher(readPublisherSettings(process.env));
    return 0;
  });
}
