import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { root } from '#process/root.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';
import { ask } from './ask.ts';
import { makeSite } from './site.ts';

test('npm run site serves the live release, and tells the API the client’s own address', async () => {
  const api = createServer((request, answer) =>
    answer.end(`${request.url} from ${request.headers['x-real-ip']}`),
  ).listen(0, '127.0.0.1');
  await once(api, 'listening');
  onTestFinished(() => void api.close());
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const site = await makeSite({ siteUrl: 'https://shop.test', apiUrl });
  onTestFinished(() => site.remove());
  const port = await freePort();
  const server = spawn(process.execPath, ['scripts/site/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      ...PLAIN_ENVIRONMENT,
      SITE_URL: 'https://shop.test',
      API_URL: apiUrl,
      PUBLISH_DIR: dirname(site.live),
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  const exited = once(server, 'exit');
  await vi.waitFor(async () => expect((await ask(port, '/products')).status).toBe(200), 20_000);
  expect((await ask(port, '/_assets/page.Z9y8.js')).status).toBe(200);
  const forged = { headers: { 'x-real-ip': '192.0.2.7' } };
  const { content } = await ask(port, '/api/product?page=1', forged);
  expect(content.toString()).toBe('/api/product?page=1 from 127.0.0.1');
  server.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});
