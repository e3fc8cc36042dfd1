import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { migrate } from '#backend/db/migrate.ts';
import { openApi } from '#shop/build.ts';
import { readShopSettings } from '#shop/settings.ts';

test('a build reads the catalogue of a running shop, whose port and database are in use', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-build-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const cluster = await startCluster({ dataDir });
  onTestFinished(() => cluster.stop());
  const port = await freePort();
  const shop = createServer().listen(port, '127.0.0.1');
  await once(shop, 'listening');
  onTestFinished(() => void shop.close());

  const settings = readShopSettings({
    PORT: String(port),
    DATA_DIR: dataDir,
    SHOP_MODE: 'production',
    SITE_URL: 'https://shop.example',
    PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
    ORDER_SEAL_KEY: 'seal'.repeat(8),
    SMTP_URL: 'smtp://127.0.0.1:9',
    MERCHANT_EMAIL: 'orders@shop.example',
  });
  const { signal } = new AbortController();
  await using unused = new AsyncDisposableStack();
  // A build never changes the tables of a shop in production.
  await expect(openApi(settings, unused, signal)).rejects.toThrow('run npm run migrate first');
  await migrate(cluster.url);
  const stack = new AsyncDisposableStack();
  const url = await openApi(settings, stack, signal);
  const answer = await fetch(`${url}/api/catalogue/version`);
  expect(answer.status).toBe(200);
  await answer.text();
  await stack.disposeAsync();

  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});
