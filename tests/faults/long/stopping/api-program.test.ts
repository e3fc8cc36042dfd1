import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { emptyDatabase, freshDatabase } from '../../../database/fresh.ts';
import { PLAIN_ENVIRONMENT } from '../../../plain-environment.ts';
import { startApi } from '../../api-process.ts';
import { readyFolder } from '../../npm.harness.ts';

/** The product API as a separate program: how it starts on a database, and how it reports that it stops. */

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

/** Runs `npm run migrate` and returns its output. */
const migrate = async (env: Record<string, string>) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/migrate/main.ts'], {
    env: { ...PLAIN_ENVIRONMENT, ...env },
  });
  return stdout;
};

test('in production the API does not create tables, and starts once npm run migrate has created them', async () => {
  const database = await emptyDatabase();
  onTestFinished(() => database.drop());
  const env = { ...PRODUCTION, DATABASE_URL: database.url, DATA_DIR: await readyFolder() };
  const port = await freePort();
  await expect(startApi(port, env)).rejects.toThrow(
    /\nThe database lacks 0000_baseline(, \d{4}_\w+)* of this version: run npm run migrate first\.$/,
  );
  const command = promisify(execFile)(
    process.execPath,
    ['scripts/shipping/main.ts', 'set', 'Lagos – Ikeja', 'amount=3000'],
    { env: { ...PLAIN_ENVIRONMENT, ...env } },
  );
  await expect(command).rejects.toThrow(
    /The database lacks 0000_baseline(, \d{4}_\w+)* of this version: run npm run migrate first\./,
  );
  expect(await migrate(env)).toMatch(/^Applied: 0000_baseline(, \d{4}_\w+)*\n$/);
  expect(await migrate(env)).toBe('The database has all migrations of this version.\n');
  const api = await startApi(port, { ...env, DRAIN_SECONDS: '0' });
  const ready = await fetch(`${api.url}/api/ready`, { headers: { 'x-request-id': 'trace-1' } });
  expect([ready.status, ready.headers.get('x-request-id')]).toEqual([200, 'trace-1']);
  await api.stop();
  expect(api.ended()).toBe('exit code 0');
  // Programs collect the log of production.
  expect(JSON.parse(api.lines.find((line) => line.includes('trace-1')) ?? '')).toEqual({
    level: 'info',
    at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    event: 'request',
    request: 'trace-1',
    method: 'GET',
    route: '/api/ready',
    status: 200,
    ms: expect.any(Number) as number,
  });
});

test('a stopping API is not ready any more, and continues to answer for DRAIN_SECONDS', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const env = { DATABASE_URL: database.url, DATA_DIR: await readyFolder() };
  const api = await startApi(await freePort(), { ...env, DRAIN_SECONDS: '3' });
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}${path}`, { headers });
  const list = '/api/product?page=1&limit=1';
  expect((await ask(list)).headers.get('connection')).toBe('keep-alive');

  const began = performance.now();
  const stopped = api.stop();
  await vi.waitFor(async () => expect((await ask('/api/ready')).status).toBe(503));
  expect(await (await ask('/api/ready')).json()).toMatchObject({
    code: 'unavailable',
    message: 'This process is about to stop.',
  });
  // A supervisor must not take it for dead.
  expect((await ask('/api/health')).status).toBe(200);
  const last = await ask(list);
  expect([last.status, last.headers.get('connection')]).toEqual([200, 'close']);
  // A proxy that can ask another process.
  expect((await ask(list, { 'x-if-draining': '504' })).status).toBe(504);
  await stopped;
  expect(performance.now() - began).toBeGreaterThan(2900);
  expect(api.ended()).toBe('exit code 0');
  // Its catalogue is empty.
  expect(api.noise).toEqual([expect.stringMatching(/^There is no shipping place/)]);
});

test('HOST chooses the address that the API listens on', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const env = { DATABASE_URL: database.url, DATA_DIR: await readyFolder() };
  const port = await freePort();
  const api = await startApi(port, { ...env, HOST: '127.0.0.2' });
  expect((await fetch(`http://127.0.0.2:${port}/api/ready`)).status).toBe(200);
  await expect(fetch(`http://127.0.0.1:${port}/api/ready`)).rejects.toThrow();
  await api.stop();
  await expect(startApi(port, { ...env, HOST: '192.0.2.1' })).rejects.toThrow(
    'This machine has no address 192.0.2.1. Leave API_HOST out, or set it to 0.0.0.0 for all of them.',
  );
});
