import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { migrationsOf } from '#backend/db/prepare.ts';
import { ownAddress } from '#process/address.ts';
import { listen } from '#process/listen.ts';
import { serveMetrics } from '#process/metrics.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { createBackend } from './backend.ts';
import { createLog } from './base/log.ts';
import { providersOf } from './providers.ts';
import type { ApiSettings } from './settings/api-settings.ts';
import { startNotices } from './start-notices.ts';

/**
 * Runs `npm run api`: only the product API, with the catalogue of its database, until the process is asked to stop. Then
 * it is no longer ready, keeps answering for `drainMs`, and ends in order (decision 24).
 */
export async function serveApi({ host, port, drainMs, backend: settings }: ApiSettings) {
  const cancelled = stopSignal();
  const draining = new AbortController();
  // Ends in reverse: the listener first, the database last.
  await using stack = new AsyncDisposableStack();
  let url = settings.DATABASE_URL;
  if (!url) {
    const cluster = await startCluster({ dataDir: settings.DATA_DIR });
    stack.defer(() => cluster.stop());
    url = cluster.url;
  }
  const log = createLog(settings);
  const backend = await createBackend(
    { ...settings, DATABASE_URL: url },
    {
      providers: providersOf(settings),
      log,
      requests: log,
      measured: settings.METRICS_ADDRESS !== undefined,
      draining: draining.signal,
      migrations: migrationsOf(settings),
    },
  );
  stack.defer(() => backend.close());
  if (settings.METRICS_ADDRESS) {
    stack.defer(await serveMetrics(backend.registry, settings.METRICS_ADDRESS));
  }
  backend.startWork();
  const stopListening = await listen(backend.app.fetch, port, 'API_PORT', {
    host,
    draining: draining.signal,
  });
  stack.defer(async () => {
    await Promise.all([stopListening(), backend.windDown()]);
  });
  for (const notice of await startNotices(settings, backend.services, host)) {
    process.stderr.write(`${notice}\n`);
  }
  console.log(`The product API answers on ${ownAddress(host, port)}/api/openapi.json`);
  await stopped(cancelled);
  draining.abort();
  await pause(drainMs);
}
