import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from '@prometheus-io/client';
import { listen } from '#process/listen.ts';
import { serveMetrics } from '#process/metrics.ts';
import { root } from '#process/root.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { publisherApp } from './app.ts';
import { WRITTEN_FOLDERS } from './build/written-folders.ts';
import { Follower } from './follower.ts';
import { publisherMetrics } from './metrics.ts';
import { Poller } from './poller.ts';
import { Publisher } from './publisher.ts';
import type { PublisherSettings } from './settings.ts';

/** Runs `npm run publisher -- serve`: receives messages, polls, and publishes until the process is asked to stop. */
export async function servePublisher(settings: PublisherSettings): Promise<void> {
  const { secret, port, host, pollMs } = settings;
  if (!secret && pollMs === undefined) {
    throw new Error(
      'PUBLISHER_SECRET is missing. Set it to the secret that the backend sends or signs with. For a backend that sends nothing, set PUBLISHER_POLL or --poll, such as --poll 5m.',
    );
  }
  await expectCheckoutWritable();
  const publisher = new Publisher({ folder: settings.folder, settings: settings.site, secret });
  publisher.onLine = console.log;
  const onFailure = (error: unknown) =>
    console.error(`The live site stays as it was: ${(error as Error).message}`);
  const follower = new Follower(publisher, onFailure, { ahead: settings.ahead });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => follower.close());
  if (settings.metrics) {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    publisherMetrics(registry, publisher);
    stack.defer(await serveMetrics(registry, settings.metrics));
  }
  if (secret) {
    const app = publisherApp({ secret, folders: publisher.folders, follower });
    stack.defer(await listen(app.fetch, port, 'PUBLISHER_PORT', { host }));
    console.log(`The publisher receives messages at http://${host}:${port}/publish`);
  }
  await follower.begin();
  if (pollMs !== undefined) {
    const poller = new Poller(publisher, follower, {
      everyMs: pollMs,
      settings: settings.site,
      onLine: console.log,
    });
    stack.defer(() => poller.close());
    poller.start();
    console.log(`The publisher reads the catalogue every ${pollMs / 1000} s`);
  }
  await stopped(stopSignal());
}

async function expectCheckoutWritable(): Promise<void> {
  for (const name of WRITTEN_FOLDERS) {
    const folder = join(root, name);
    try {
      await mkdir(folder, { recursive: true });
      await access(folder, constants.W_OK);
    } catch (cause) {
      throw new Error(
        `A build of the site writes into ${folder}, and this user may not. Make this user its owner: chown -R USER ${folder}`,
        { cause },
      );
    }
  }
}
