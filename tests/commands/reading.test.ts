import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyDatabase, type FreshDatabase } from '../database/fresh.ts';
import { runCommand } from './command.harness.ts';

let database: FreshDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'turare-reading-'));
});
afterAll(async () => {
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs a command on the empty database and folder. */
const run = (words: readonly [string, ...string[]], env: Record<string, string> = {}) =>
  runCommand(words, { DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });

async function tables(): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query(
    `select count(*)::int as n from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  await client.end();
  return rows[0].n;
}

test.each<[[string, ...string[]]]>([
  [['orders', 'list']],
  [['orders', 'show', '12345']],
  [['orders', 'export']],
  [['catalogue', 'export']],
  [['audit']],
])('%j makes no tables, and says which command does', async (command) => {
  const { code, stderr } = await run(command);
  expect([code, stderr]).toEqual([1, expect.stringContaining('npm run migrate')]);
  expect(await tables()).toBe(0);
});

test('the list marks orders that were paid with a test key', async () => {
  const { stderr } = await run(['orders', 'list'], {
    SHOP_MODE: 'production',
    SITE_URL: 'https://turare.example',
    PAYSTACK_SECRET_KEY: 'sk_test_turare',
    TEST_PAYMENTS: 'yes',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MERCHANT_EMAIL: 'orders@turare.example',
  });
  expect(stderr).toContain('no payment of these orders is real');
});

test.each(['publish', 'resume', 'serve'])(
  'publisher -- %s does not publish another shop’s catalogue from the same port',
  async (command) => {
    const asked: (string | undefined)[] = [];
    const neighbour = createServer(({ url }, response) => {
      asked.push(url);
      response.end(JSON.stringify({ status: 'ok', shop: 'of-somebody-else' }));
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    onTestFinished(() => void neighbour.close());
    const { port } = neighbour.address() as AddressInfo;
    const { code, stderr } = await run(['publisher', command], {
      PORT: String(port),
      PUBLISHER_SECRET: 's'.repeat(32),
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(
        `There is no shop in ${dataDir}, so the one at http://127.0.0.1:${port} is another.`,
      ),
    ]);
    expect(asked).toEqual(['/api/health']);
  },
);
