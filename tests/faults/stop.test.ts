import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster.ts';

const BOOTSTRAP = fileURLToPath(new URL('../../scripts/bootstrap.mjs', import.meta.url));

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

/** `npm start` on a new folder, in its own process group, once it prints a step that comes after the database. */
async function startShop(step: string, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turare-stop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [port, sandbox] = [await freePort(), await freePort()];
  const shop = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
      ...settings,
    },
  });
  const exited = once(shop, 'exit');
  const lines: string[] = [];
  await new Promise<void>((ready, fail) => {
    exited.then(() => fail(new Error(lines.join('\n'))));
    for (const input of [shop.stdout, shop.stderr]) {
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith(step)) ready();
      });
    }
  });
  return {
    group: -(shop.pid ?? 0),
    exited,
    lines,
    lock: join(folder, 'postgres/postmaster.pid'),
    live: join(folder, 'site/live'),
  };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to the whole group, as a terminal or a supervisor sends it, stops the database too',
  // A whole shop starts and stops.
  { timeout: 120_000 },
  async (signal) => {
    const { group, exited, lock } = await startShop('Filling the demo catalogue');
    expect(existsSync(lock)).toBe(true);
    process.kill(group, signal);
    await exited;
    expect(existsSync(lock)).toBe(false);
  },
);

test('Ctrl-C during a build does not wait for its end', async () => {
  const { group, exited, lines, lock, live } = await startShop('Building the site', PRODUCTION);
  process.kill(group, 'SIGINT');
  await exited;
  expect(existsSync(live)).toBe(false);
  expect(existsSync(lock)).toBe(false);
  expect(lines.at(-1)).toMatch(/^Building the site/);
});
