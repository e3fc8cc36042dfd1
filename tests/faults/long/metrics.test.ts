import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { root } from '#process/root.ts';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { DEPLOYMENT } from '../../hosting/deployment.ts';
import { startApi } from '../api-process.ts';
import { readyFolder } from '../npm.harness.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';
import { newShopper, pay } from '../shopper.ts';

/** Prometheus's view of real processes, and the queries of the dashboard and the alerts. */

let database: FreshDatabase;
let shop: FaultShop;
let metrics: string;
beforeAll(async () => {
  database = await freshDatabase();
  metrics = `127.0.0.1:${await freePort()}`;
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 100 },
    places: 1,
    settings: {
      METRICS_ADDRESS: metrics,
      SMTP_URL: 'smtp://127.0.0.1:9',
      PUBLISHER_URL: 'http://127.0.0.1:9/publish',
      PUBLISHER_SECRET: 'a secret of thirty-two characters',
    },
  });
  await shop.start(0);
});
afterAll(async () => {
  await shop?.close();
  await database?.drop();
});

/** Returns the samples at an address, by name with labels. */
async function samples(address: string): Promise<Map<string, number>> {
  const text = await (await fetch(`http://${address}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))] as const),
  );
}

/** Starts a publisher of nothing, whose API does not answer. */
async function startPublisher(): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const publisher = spawn(process.execPath, ['scripts/publisher/main.ts', 'serve'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      DATA_DIR: await readyFolder(),
      API_URL: 'http://127.0.0.1:9',
      SITE_URL: 'http://127.0.0.1',
      PUBLISHER_PORT: String(port),
      PUBLISHER_SECRET: 'a secret of thirty-two characters',
      BUILD_AHEAD: 'off',
      METRICS_ADDRESS: address,
    },
  });
  onTestFinished(async () => {
    const exited = once(publisher, 'exit');
    publisher.kill('SIGTERM');
    await exited;
  });
  await vi.waitFor(
    async () =>
      expect(
        (
          await fetch(`http://127.0.0.1:${port}/publish`, {
            method: 'POST',
            headers: { authorization: 'Bearer a secret of thirty-two characters' },
          })
        ).status,
      ).toBe(202),
    { interval: 100 },
  );
  return address;
}

test('the API counts requests by route, orders by status, and what waits', async () => {
  const url = shop.apis[0]?.url ?? '';
  const { email, ...shopper } = newShopper('oud', 1);
  const begun = await shopper.initialize(url);
  if (typeof begun === 'string' || !('got' in begun)) throw new Error('No page to pay on');
  await pay(begun.got.page);
  await shopper.verify(url, begun.got.reference);
  await fetch(`${url}/api/product/oud`);
  await fetch(`${url}/api/nothing/${email}`);
  const found = await samples(metrics);
  const requests = (labels: string) =>
    found.get(`turare_http_request_duration_seconds_count{${labels}}`);
  expect(requests('method="GET",route="/api/product/:id",status="200"')).toBe(1);
  expect(requests('method="GET",route="/api/payment/verify/:reference",status="200"')).toBe(1);
  expect(requests('method="GET",route="none",status="404"')).toBe(1);
  expect(found.get('turare_orders{status="paid"}')).toBe(1);
  expect(found.get('turare_emails_waiting')).toBeGreaterThan(0);
  expect(found.get('turare_emails_oldest_waiting_seconds')).toBeGreaterThan(0);
  expect(found.get('turare_publisher_untold_seconds')).toBeGreaterThan(0);
  expect(found.get('turare_database_up')).toBe(1);
  expect([...found.keys()].join('\n')).not.toMatch(/shopper-|tr-/);
});

test('metrics are not on the port that shoppers reach', async () => {
  for (const path of ['/metrics', '/api/metrics']) {
    expect((await fetch(`${shop.apis[0]?.url}${path}`)).status).toBe(404);
  }
});

test('an invalid address for metrics stops the start with a sentence', async () => {
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: await readyFolder(),
    METRICS_ADDRESS: '9464',
  };
  await expect(startApi(await freePort(), env)).rejects.toThrow(
    'METRICS_ADDRESS must be an address and a port, such as 127.0.0.1:9464',
  );
});

test('a publisher reports failures, and every metric of the dashboard and the alerts exists', async () => {
  const address = await startPublisher();
  await vi.waitFor(
    async () =>
      expect((await samples(address)).get('turare_publications_failed')).toBeGreaterThan(0),
    // Each of two calls is tried five times. The pauses between the tries add up to twelve seconds.
    { timeout: 100_000, interval: 500 },
  );
  const publisher = await samples(address);
  expect(publisher.get('turare_change_waiting_seconds')).toBeGreaterThan(0);
  expect(publisher.has('turare_release_age_seconds')).toBe(false);

  const help = await Promise.all(
    [metrics, address].map(async (each) => (await fetch(`http://${each}/metrics`)).text()),
  );
  const known = new Set(
    [...help.join('\n').matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const watching = (file: string) => readFileSync(join(DEPLOYMENT, 'watching', file), 'utf8');
  const alerts = parse(watching('alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  };
  const dashboard = JSON.parse(watching('dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const rules = alerts.groups.flatMap((group) => group.rules);
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(expressions.length).toBeGreaterThan(20);
  for (const { alert, annotations } of rules)
    expect([alert, annotations.summary]).not.toContain('');
  const named = expressions.flatMap((expr) => expr.match(/\b(turare|nodejs|process)_\w+/g) ?? []);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  // Every route that an expression selects is one of the API's.
  const routes = expressions.flatMap((expr) => expr.match(/route="[^"]+"/g) ?? []);
  expect(routes.length).toBeGreaterThan(0);
  const all = [...(await samples(metrics)).keys()].join('\n');
  for (const route of routes) expect(all).toContain(route);
}, 130_000);
