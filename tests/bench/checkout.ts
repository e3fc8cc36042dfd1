import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addressesOf } from '#backend/db/addresses.ts';
import { freePort, startCluster } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { PLACES, product } from '../contract/shop.harness.ts';
import { startPooler } from '../database/pooler.ts';
import { startApi } from '../faults/api-process.ts';
import { newShopper, pay } from '../faults/shopper.ts';
import { deliver, openWebhookRelay, type SentWebhook } from '../faults/webhook-relay.ts';
import { startDebianCluster } from './debian-cluster.ts';

/**
 * Measures orders per second through initialize → hosted page → webhook → paid, with one API process, the sandbox and a
 * separate PostgreSQL. Compares them with the rate at which that PostgreSQL commits bare rows:
 *   node tests/bench/checkout.ts [orders] [concurrent buyers] [--pooler transaction|session | --archive]
 * With --pooler the API reaches it through PgBouncer: in transaction mode with five connections, in session mode with as
 * many as it takes. With --archive it compares two clusters of Debian's PostgreSQL in rounds that take turns: with and
 * without the archive of scripts/install. Everything, including the buyers, shares this machine.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pooler: { type: 'string' }, archive: { type: 'boolean' } },
});
function modeOf(word: string | undefined) {
  if (word === undefined || word === 'transaction' || word === 'session') return word;
  throw new Error('--pooler takes transaction or session');
}
const mode = modeOf(options.pooler);
const orders = Number(positionals[0] ?? 1000);
const buyers = Number(positionals[1] ?? 16);
const WARM_UP = 100;
const PRODUCTS = Array.from({ length: 50 }, (_, index) => `product-${index}`);
const INSERTING_MS = 4000;
const KEY = 'sk_test_bench_checkout';
/** Pairs of rounds with and without the archive. */
const ROUNDS = 30;

type Call = 'initialize' | 'sandbox: Pay now' | 'webhook' | 'verify' | 'whole order';

/** A shop on a database, with its sandbox and API. */
async function openBench(url: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-'));
  const pooler = mode && (await startPooler({ mode, size: mode === 'session' ? 40 : 5 }, url));
  const database = pooler
    ? {
        DATABASE_URL: pooler.through(url),
        ...(mode === 'transaction' && { DATABASE_DIRECT_URL: url }),
      }
    : { DATABASE_URL: url };
  await migrate(addressesOf(database));
  const { db, pool, close } = connect(url);
  await writeCatalogue(db, (transaction) =>
    insertProducts(
      transaction,
      PRODUCTS.map((id) => product({ id, stock: 1_000_000 })),
    ),
  );
  await db.insert(shippingPlaces).values(PLACES);

  const relay = await openWebhookRelay();
  const webhooks = new Map<string, (webhook: SentWebhook) => void>();
  relay.onArrival = (webhook) => {
    const { data } = JSON.parse(webhook.body.toString()) as { data: { reference: string } };
    webhooks.get(data.reference)?.(webhook);
  };
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = spawn(process.execPath, ['src/paystack-sandbox/main.ts'], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_WEBHOOK_URL: relay.url,
      PAYSTACK_SECRET_KEY: KEY,
      DATA_DIR: dataDir,
    },
  });
  const api = await startApi(await freePort(), {
    ...database,
    DATA_DIR: dataDir,
    PAYSTACK_URL: sandboxUrl,
    PAYSTACK_SECRET_KEY: KEY,
    CLIENT_ADDRESS_HEADER: 'x-client-address',
  });

  const times = new Map<Call, number[]>();
  async function timed<T>(call: Call, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const result = await work();
    const list = times.get(call) ?? [];
    times.set(call, list);
    list.push(performance.now() - began);
    return result;
  }

  async function buy(number: number): Promise<void> {
    const shopper = newShopper(PRODUCTS[number % PRODUCTS.length] ?? '', 1);
    const begun = await timed('initialize', () => shopper.initialize(api.url));
    if (typeof begun === 'string' || !('got' in begun)) throw new Error(JSON.stringify(begun));
    const { page, reference } = begun.got;
    const { promise: arrived, resolve } = Promise.withResolvers<SentWebhook>();
    webhooks.set(reference, resolve);
    const [webhook] = await timed('sandbox: Pay now', () => Promise.all([arrived, pay(page)]));
    const status = await timed('webhook', () => deliver(api.url, webhook));
    if (status !== 200) throw new Error(`The answer to the webhook was ${status}`);
    const seen = await timed('verify', () => shopper.verify(api.url, reference));
    if (typeof seen === 'string' || !('got' in seen) || seen.got.status !== 'paid') {
      throw new Error(`Not paid: ${JSON.stringify(seen)}`);
    }
  }

  /** Rows per second, each in its own transaction, over as many connections as an API process has. */
  async function insertRate(): Promise<number> {
    await pool.query(
      'create table if not exists bench_rows (id bigserial primary key, note text not null)',
    );
    const until = performance.now() + INSERTING_MS;
    const note = 'x'.repeat(200);
    return rate(
      () => performance.now() < until,
      () => pool.query('insert into bench_rows (note) values ($1)', [note]),
    );
  }

  let sold = 0;
  /** Orders per second, initialize to paid. */
  const sell = async (count: number) => {
    const perSecond = await rate(
      (number) => number < count,
      (number) => timed('whole order', () => buy(number)),
    );
    sold += count;
    const { rows } = await pool.query(`select count(*)::int from orders where status = 'paid'`);
    if (rows[0].count !== sold) throw new Error(`${rows[0].count} orders are paid`);
    return perSecond;
  };
  while (!(await fetch(sandboxUrl).catch(() => null))) await pause(50);
  await sell(WARM_UP);
  times.clear();
  return {
    sell,
    insertRate,
    times,
    async [Symbol.asyncDispose]() {
      await api.stop();
      sandbox.kill();
      await relay.close();
      await close();
      await pooler?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls `work` with numbers from 0 while `more` is true, one call per buyer at a time. Returns calls per second. */
async function rate(more: (number: number) => boolean, work: (number: number) => Promise<unknown>) {
  let number = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      while (more(number)) await work(number++);
    }),
  );
  return (number / (performance.now() - began)) * 1000;
}

const quantile = (list: readonly number[], part: number) =>
  Number((list.toSorted((a, b) => a - b)[Math.floor(part * (list.length - 1))] ?? 0).toFixed(1));

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-bench-database-'));
  const cluster = await startCluster({ dataDir });
  try {
    await using bench = await openBench(cluster.url);
    const before = await bench.insertRate();
    const perSecond = await bench.sell(orders);
    const after = await bench.insertRate();
    console.log(
      `${orders} orders, ${buyers} concurrent buyers, ${cpus().length} cores, ${mode ? `PgBouncer in ${mode} mode` : 'no pooler'}; milliseconds:`,
    );
    console.table(
      Object.fromEntries(
        [...bench.times].map(([call, list]) => [
          call,
          { p50: quantile(list, 0.5), p99: quantile(list, 0.99) },
        ]),
      ),
    );
    const inserts = (before + after) / 2;
    console.log(`${perSecond.toFixed(1)} orders per second, initialize to paid.`);
    console.log(
      `${inserts.toFixed(0)} bare inserts per second (${before.toFixed(0)} before, ${after.toFixed(0)} after): ${(inserts / perSecond).toFixed(1)} for each order.`,
    );
  } finally {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Compares the archive with none, in short rounds that take turns: what else the machine does falls on both. */
async function compare(): Promise<void> {
  await using plain = await startDebianCluster({ archived: false });
  await using archived = await startDebianCluster({ archived: true });
  await using without = await openBench(plain.url);
  await using withArchive = await openBench(archived.url);
  const count = Math.ceil(orders / ROUNDS);
  const rounds: { without: number; with: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const first = round % 2 === 0 ? await without.sell(count) : null;
    const sold = await withArchive.sell(count);
    rounds.push({ with: sold, without: first ?? (await without.sell(count)) });
  }
  const part = (which: 'without' | 'with', at: number) =>
    quantile(
      rounds.map((round) => round[which]),
      at,
    );
  console.log(
    `${ROUNDS} rounds of ${count} orders each, ${buyers} concurrent buyers, ${cpus().length} cores; orders per second:`,
  );
  console.table(
    Object.fromEntries(
      (['without', 'with'] as const).map((which) => [
        `${which} the archive`,
        { p10: part(which, 0.1), p50: part(which, 0.5), p90: part(which, 0.9) },
      ]),
    ),
  );
  const ratio = quantile(
    rounds.map((round) => (round.with / round.without) * 100),
    0.5,
  );
  const parts = await archived.parts();
  console.log(`With the archive ${ratio} % of those without it, in the median of the rounds.`);
  console.log(
    `${parts} parts of the log were handed over, for ${ROUNDS * count + WARM_UP} orders.`,
  );
}

await (options.archive ? compare() : measure());
