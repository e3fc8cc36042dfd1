import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findNginx } from '#scripts/test/nginx.ts';
import { ask } from './ask.ts';
import { runExample } from './run-example.ts';
import { readableFolder } from './site.ts';

/** The behaviour of the nginx.conf.template example. */

/** Starts a process of the API that never answers expensive calls open to anybody, and answers everything else. */
async function processOf(): Promise<string> {
  const server = createServer((request, answer) => {
    if (!/^\/(media|api\/ucp)\//.test(request.url ?? '')) answer.end('well');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs the example in front of two such processes. It waits 300 ms for an answer, not 30 s. */
async function openExample() {
  const folder = await readableFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const apis = [await processOf(), await processOf()] as const;
  const example = await runExample(apis, folder, (text) =>
    text.replace('read_timeout 30s', 'read_timeout 300ms'),
  );
  onTestFinished(example.close);
  return example;
}

test.skipIf(!findNginx())(
  'pictures and agents that wait too long take no process of the API from shoppers',
  async () => {
    const { api } = await openExample();
    for (const path of ['/media/ab/640.avif', '/api/ucp/catalog/search']) {
      const method = path.startsWith('/api') ? 'POST' : 'GET';
      const slow = await Promise.all([1, 2, 3].map(() => ask(api, path, { method })));
      expect(slow.map(({ status }) => status)).toEqual([504, 504, 504]);
      const calls = [1, 2, 3, 4].flatMap(() => ['GET', 'POST']);
      const answers = await Promise.all(
        calls.map((method) => ask(api, '/api/payment/initialize', { method })),
      );
      expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
    }
  },
);

test.skipIf(!findNginx())('port 80 leads to the shop, whatever the request calls it', async () => {
  const { http } = await openExample();
  const { status, headers } = await ask(http, '/cart?items=a:1', {
    headers: { host: 'evil.test' },
  });
  expect([status, headers.location]).toEqual([308, 'https://shop.test/cart?items=a:1']);
});

test.skipIf(!findNginx())('the log has no query and no secret of a path', async () => {
  const { https, log } = await openExample();
  const agent = new Agent({ rejectUnauthorized: false });
  for (const path of [
    '/orders/TR1?key=SECRET',
    '/stock-alert?confirm=SECRET',
    '/payment-callback?reference=SECRET',
    '/api/order/shared/SECRET',
    '/api/payment/verify/SECRET?a=SECRET',
    '/api/stock-alert/SECRET/confirm',
    '/products/oud',
  ]) {
    const [answer] = await once(get({ host: '127.0.0.1', port: https, path, agent }), 'response');
    answer.resume();
    await once(answer, 'end');
  }
  agent.destroy();
  // Each worker of nginx writes its lines when it gets to it.
  const logged = async () =>
    [...(await readFile(log, 'utf8')).matchAll(/"GET (\S+)/g)].map(([, path]) => path).toSorted();
  await expect
    .poll(logged)
    .toEqual(
      [
        '/orders/TR1',
        '/stock-alert',
        '/payment-callback',
        '/api/order/shared/-',
        '/api/payment/verify/-',
        '/api/stock-alert/-',
        '/products/oud',
      ].toSorted(),
    );
  expect(await readFile(log, 'utf8')).not.toContain('SECRET');
});
