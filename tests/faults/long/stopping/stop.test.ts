import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { shippingPlaces } from '#contract/app-data.ts';
import { productList } from '#contract/product.ts';
import { orderBody } from '../../../contract/shop.harness.ts';
import { PLAIN_ENVIRONMENT } from '../../../plain-environment.ts';
import { startGate } from '../../gate.ts';
import { connects, keepConnection, readOn } from '../../visitors.ts';

const BOOTSTRAP = fileURLToPath(new URL('../../../../scripts/bootstrap.mjs', import.meta.url));

const PRODUCTION = {
  SHOP_MODE: 'production',
  SITE_URL: 'https://shop.example',
  PAYSTACK_SECRET_KEY: 'sk_live_of_a_test',
  ORDER_SEAL_KEY: 'seal'.repeat(8),
  SMTP_URL: 'smtp://127.0.0.1:9',
  MERCHANT_EMAIL: 'orders@shop.example',
};

/** Starts `npm start` on a new folder, in its own process group. Returns once it prints a step after the database. */
async function startShop(step: string, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'turare-stop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [port, sandbox] = [await freePort(), await freePort()];
  const gate = await startGate(`http://127.0.0.1:${sandbox}`);
  onTestFinished(() => gate.close());
  const shop = spawn(process.execPath, [BOOTSTRAP, 'start'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...PLAIN_ENVIRONMENT,
      DATA_DIR: folder,
      PORT: String(port),
      SANDBOX_PORT: String(sandbox),
      ...(settings.SHOP_MODE !== 'production' && {
        PAYSTACK_URL: gate.url,
        PAYSTACK_PAGE_HOSTS: `127.0.0.1:${sandbox}`,
      }),
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
    url: `http://127.0.0.1:${port}`,
    gate,
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
  // The log has lines of requests in between.
  expect(lines.findLast((line) => !line.startsWith('{'))).toMatch(/^Building the site/);
});

test.each(['Building the site', 'ready '])(
  'a purchase that runs when the shop is stopped gets its answer, after the line ‘%s’',
  // A whole shop starts, builds its site and stops.
  { timeout: 300_000 },
  async (line) => {
    const { url, gate, group, exited, lines, lock } = await startShop(line);
    const bought = buyFirst(url);
    await gate.waiting(1);
    const kept = await keepConnection(`${url}/api/health`);
    const readers = [
      readOn(`${url}/api/product?limit=50`),
      ...(line === 'ready ' ? [readOn(`${url}/`), readOn(`${url}/products`)] : []),
    ];
    await vi.waitFor(() => {
      for (const { statuses } of readers) expect(statuses.length).toBeGreaterThan(3);
    }, 30_000);
    const before = lines.length;
    process.kill(group, 'SIGTERM');
    await vi.waitFor(
      async () => expect(await connects(Number(new URL(url).port))).toBe('ECONNREFUSED'),
      { interval: 10 },
    );
    expect(existsSync(lock)).toBe(true);
    gate.open();
    const answer = await bought;
    expect(await answer.json()).toMatchObject({
      data: { authorization_url: expect.stringMatching(/^http:/) as string },
    });
    expect(answer.status).toBe(200);
    expect(await exited).toEqual([0, null]);
    expect(existsSync(lock)).toBe(false);
    kept.close();
    for (const { statuses, done } of readers) {
      expect(await done).toMatch(/^(ECONNREFUSED|ECONNRESET)$/);
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    // Nothing failed: no event of the log, and no build.
    const usual = /^( .*|Stopping …|.* publisher_told .*|)$/;
    expect(lines.slice(before).filter((said) => !usual.test(said))).toEqual([]);
  },
);

/** Orders one unit of a product that has no discount. */
async function buyFirst(url: string): Promise<Response> {
  const list = await fetch(`${url}/api/product?limit=100`).then((answer) => answer.json());
  const { products } = productList.parse(list);
  const found = products.find(({ discount, qtyAvailable }) => !discount && qtyAvailable > 0);
  const places = await fetch(`${url}/api/app-data/shipping-addresses`);
  const [place] = shippingPlaces.parse(await places.json());
  if (!found || !place) throw new Error('The demo has nothing to buy');
  const body = orderBody([[found.id, found.price, 1]], {
    shippingFee: place.amount,
    shippingLocation: place.place,
  });
  return fetch(`${url}/api/payment/initialize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
