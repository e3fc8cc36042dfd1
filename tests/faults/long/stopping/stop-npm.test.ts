import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { startNpm } from '../../npm.harness.ts';

/** A supervisor sends SIGTERM to the one process that it knows, which is npm. */

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

test('SIGTERM to npm start alone stops the shop, its build and its database', {
  timeout: 120_000,
}, async () => {
  const PORT = String(await freePort());
  const shop = await startNpm(['start'], 'Building the site', { ...PRODUCTION, PORT });
  const lock = join(shop.folder, 'postgres/postmaster.pid');
  expect(existsSync(lock)).toBe(true);
  await shop.stop();
  expect(existsSync(lock)).toBe(false);
});

test.each([
  ['api', 'The product API answers', {}],
  ['site', 'The site in', { SITE_URL: 'http://127.0.0.1' }],
  [
    'publisher -- serve',
    'The publisher receives',
    {
      SITE_URL: 'http://127.0.0.1',
      API_URL: 'http://127.0.0.1:9',
      PUBLISHER_SECRET: 'a secret of thirty-two characters',
    },
  ],
])('SIGTERM to npm run %s alone stops all of it', async (command, line, env) => {
  const port = String(await freePort());
  const program = await startNpm(['run', ...command.split(' ')], line, {
    ...env,
    PORT: port,
    PUBLISHER_PORT: port,
  });
  await program.stop();
});
