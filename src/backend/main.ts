import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { startCluster } from '#backend/db/cluster.ts';
import { createPaystack } from '#backend/payments/paystack.ts';
import { createBackend } from './backend.ts';
import { readSettings, SettingsError } from './settings.ts';

/** The product API alone on API_PORT (4320), with the catalogue of its database, for a site elsewhere. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const port = Number(process.env.API_PORT || 4320);
  const cluster = settings.DATABASE_URL ? null : await startCluster({ dataDir: settings.DATA_DIR });
  const backend = await createBackend(
    { ...settings, DATABASE_URL: settings.DATABASE_URL ?? cluster?.url },
    {
      paystack: createPaystack({
        secretKey: settings.PAYSTACK_SECRET_KEY,
        baseUrl: settings.PAYSTACK_URL,
        allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
        timeoutMs: settings.PAYSTACK_TIMEOUT_MS,
      }),
    },
  );
  backend.startWork();
  const server = serve({
    fetch: backend.app.fetch,
    port,
    hostname: process.env.API_HOST || '127.0.0.1',
  });
  await once(server, 'listening');
  console.log(`The product API answers on http://127.0.0.1:${port}/api/openapi.json`);
  const stop = async () => {
    server.close();
    await backend.close();
    await cluster?.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
