import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as SecureAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { addressesOf } from '#backend/db/addresses.ts';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { migrate } from '#backend/db/migrate.ts';
import { headOf, REFUSALS, type Sent, twoCalls } from '../contract/two-calls.ts';
import { startApi } from '../faults/api-process.ts';
import { FRONTS, type Front } from '../hosting/fronts.ts';

/**
 * Shows the effect of a refusal on a connection, and the effect of strangers with too large bodies on shoppers, behind
 * each front:
 *   node tests/bench/strangers.ts [seconds for each front]
 * Four strangers send without a pause, to a call and to the office. Three shoppers request products and the sum of a
 * cart, each on kept connections.
 */
const seconds = Number(process.argv[2] ?? 60);
const TOO_LARGE: readonly (readonly [string, Sent])[] = [
  ['413 call', { path: '/api/auth/login', body: 'x'.repeat(300_000) }],
  ['413 office', { path: '/admin/products/import/files', body: 'x'.repeat(3_000_000) }],
];

/** Sends bodies that are too large, one after the other. Returns their number. */
async function bother(front: Front, sent: Sent, isOver: () => boolean): Promise<number> {
  for (let count = 0; ; count++) {
    if (isOver()) return count;
    const socket = front.connect();
    const { promise: over, resolve } = Promise.withResolvers<void>();
    socket.on('error', () => {}).once('data', () => resolve());
    socket.once('close', () => resolve()).setTimeout(2000, resolve);
    socket.write(headOf(sent) + sent.body);
    await over;
    socket.destroy();
  }
}

/** Makes calls like a shopper's page. Returns the number of each answer. */
async function shop(front: Front, isOver: () => boolean): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const options = { keepAlive: true, maxSockets: 2, rejectUnauthorized: false };
  const agent = front.secure ? new SecureAgent(options) : new Agent(options);
  for (let number = 0; !isOver(); number++) {
    const isRead = number % 2 === 0;
    const body = isRead ? '' : JSON.stringify({ items: [] });
    const sent = (front.secure ? requestHttps : requestHttp)({
      ...{ host: '127.0.0.1', port: front.port, agent, method: isRead ? 'GET' : 'POST' },
      path: isRead ? '/api/product?limit=1' : '/api/promotions/quote',
      headers: { 'content-type': 'application/json', 'content-length': body.length },
    });
    const { promise: answered, resolve } = Promise.withResolvers<string>();
    sent.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'error'));
    sent.once('response', (answer) => resolve(String(answer.resume().statusCode))).end(body);
    const status = await answered;
    counts.set(status, (counts.get(status) ?? 0) + 1);
    await pause(20);
  }
  agent.destroy();
  return counts;
}

const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-'));
const cluster = await startCluster({ dataDir });
try {
  await migrate(addressesOf(cluster.url));
  const port = await freePort();
  const api = await startApi(port, {
    DATABASE_URL: cluster.url,
    DATA_DIR: dataDir,
    PAYSTACK_SECRET_KEY: 'sk_test_bench',
    ADMIN: 'on',
    SITE_URL: 'http://127.0.0.1:4321',
    CLIENT_ADDRESS_HEADER: 'x-real-ip',
  });
  try {
    for (const [name, start] of FRONTS) {
      await using front = await start(port);
      const rows: Record<string, object> = {};
      for (const [what, sent] of [...REFUSALS, ...TOO_LARGE]) {
        const { status, last, next } = await twoCalls(front.connect(), sent);
        const get = { path: '/api/shop', method: 'GET', headers: [] };
        const other = next ?? (await twoCalls(front.connect(), get)).status;
        rows[what] = { status, connection: last ? 'closed' : 'kept', 'next call': other };
      }
      console.log(`\n${name}: after a refusal`);
      console.table(rows);
      const end = Date.now() + seconds * 1000;
      const isOver = () => Date.now() > end;
      const [first, second] = TOO_LARGE.map(([, sent]) => sent);
      if (!first || !second) throw new Error('There are two kinds of stranger.');
      const [sent, shoppers] = await Promise.all([
        Promise.all([first, first, second, second].map((one) => bother(front, one, isOver))),
        Promise.all([1, 2, 3].map(() => shop(front, isOver))),
      ]);
      const total = new Map<string, number>();
      for (const [status, count] of shoppers.flatMap((counts) => [...counts])) {
        total.set(status, (total.get(status) ?? 0) + count);
      }
      const all = [...total.values()].reduce((sum, count) => sum + count, 0);
      const shares = [...total].map(
        ([status, count]) => `${status}: ${count} (${((100 * count) / all).toFixed(1)} %)`,
      );
      const bodies = sent.reduce((sum, count) => sum + count, 0);
      console.log(
        `${name}: ${seconds} s, ${bodies} bodies of four strangers; answers to three shoppers:`,
      );
      console.log(`  ${shares.toSorted().join(', ')}`);
    }
  } finally {
    await api.stop();
  }
} finally {
  await cluster.stop();
  await rm(dataDir, { recursive: true, force: true });
}
