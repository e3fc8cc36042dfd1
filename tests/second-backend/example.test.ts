import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkBackend } from '#conformance/conformance.ts';
import { outcomeOf } from '#conformance/findings.ts';
import { createBackend } from '#contract/example/backend.ts';
import { LIMIT_MS } from '../limits.ts';

/** The example of an own backend. */
let url: string;
beforeEach(async () => {
  const server = createBackend(() => new Date());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
});

test('has nothing broken, meets each call that it has, and is not credited with accounts', async () => {
  const { rows } = await checkBackend({ api: url, site: 'https://shop.example', write: true });
  const outcomes = rows.map((row) => [row.call, outcomeOf(row)]);
  const having = (...words: string[]) =>
    outcomes.flatMap(([call, outcome]) => (words.includes(outcome ?? '') ? call : []));
  expect(having('broken', 'adapted')).toEqual([]);
  expect(having('met')).toEqual([
    'GET /api/product',
    'GET /api/product/{id}',
    'POST /api/payment/initialize',
    'GET /api/payment/verify/{reference}',
    'GET /api/app-data/categories',
    'GET /api/app-data/tags',
    'GET /api/app-data/shipping-addresses',
  ]);
  const reasonOf = (call: string) => rows.find((row) => row.call === call)?.reason;
  for (const call of ['GET /api/auth/profile', 'GET /api/order/my-orders']) {
    expect([call, reasonOf(call)]).toEqual([call, expect.stringContaining('has no sign-up')]);
  }
});

const order = (price: number) => ({
  items: [{ productId: 'white-musk', name: 'White Musk', price, image: '', quantity: 2 }],
  shippingInfo: { fullName: 'Ada Obi', phone: '0803 123 4567' },
  email: 'ada@example.com',
  shippingFee: 3000,
  totalAmount: 2 * price + 3000,
});
const begin = (price: number) =>
  fetch(`${url}/api/payment/initialize`, { method: 'POST', body: JSON.stringify(order(price)) });

test('sells: a payment is pending, then paid, and takes the units once', async () => {
  const { data } = await (await begin(21_000)).json();
  const status = async () =>
    (await (await fetch(`${url}/api/payment/verify/${data.reference}`)).json()).payment.status;
  expect(await status()).toBe('pending');
  for (let press = 0; press < 2; press++) {
    const paid = await fetch(data.authorization_url, { method: 'POST', redirect: 'manual' });
    expect(paid.headers.get('location')).toContain(`/payment/callback?reference=${data.reference}`);
  }
  expect(await status()).toBe('paid');
  const { product } = await (await fetch(`${url}/api/product/white-musk`)).json();
  expect(product.qtyAvailable).toBe(18);
});

test('refuses a price that a browser made up', async () => {
  const refused = await begin(1);
  expect(refused.status).toBe(409);
  expect((await refused.json()).message).toContain('has another price now');
});

/** Returns a PATH on which `node` refuses TypeScript, as Node 20 does, whatever this machine has. */
async function pathOfOldNode(): Promise<string> {
  const rest = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((one) => !one.includes('node_modules'));
  const folder = await mkdtemp(join(tmpdir(), 'turare-old-node-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const shim = `#!/bin/sh\ncase "$1" in *.ts) echo 'Unknown file extension ".ts"' >&2; exit 1;; esac\nexec "$REAL_NODE" "$@"\n`;
  await writeFile(join(folder, 'node'), shim);
  await chmod(join(folder, 'node'), 0o755);
  return [folder, ...rest].join(delimiter);
}

test.each([
  ['its own head', 'src/contract/example/backend.ts', /^ \*\s+((?:npx )?node .*)$/m],
  ['the README', 'README.md', /`((?:npx )?node [^`]*)`/],
])('starts by the line in %s, on Node 20', { timeout: LIMIT_MS }, async (_, file, pattern) => {
  const [, line = ''] = pattern.exec(await readFile(file, 'utf8')) ?? [];
  const child = spawn('sh', ['-c', `exec ${line} 0`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: '',

      REAL_NODE: process.execPath,
      PATH: await pathOfOldNode(),
    },
  });
  onTestFinished(() => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  });
  const lines = createInterface({ input: child.stdout });
  const said = await Promise.race([once(lines, 'line'), once(child, 'exit')]);
  const [, address = ''] =
    /answers at (http\S+)$/.exec(String(said[0])) ?? expect.fail(`${line}: ${said}`);
  expect((await fetch(`${address}/api/product`)).status).toBe(200);
});
