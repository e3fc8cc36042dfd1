import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { connect } from '#backend/db/connect.ts';
import { root } from '#process/root.ts';
import { stopSignal } from '#process/stop.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { replay, statementsOf } from '../../database/statements.ts';
import { startApi } from '../../faults/api-process.ts';
import { openFilled } from './fill.ts';
import { openClient, quantile, rateOf, timeEach } from './load.ts';
import { readsOf } from './reads.ts';

/** The timed requests of one client, for each read. */
const TIMED = 300;
const CLIENTS = 16;

const USAGE =
  'npm run bench:api -- [--products 100000] [--orders 1000000] [--only "list"] [--seconds 2] [--gzip] [--fresh]';
const { values } = readCommandLine(
  {
    options: {
      products: { type: 'string', default: '100000' },
      orders: { type: 'string', default: '1000000' },
      only: { type: 'string', default: '' },
      seconds: { type: 'string', default: '2' },
      gzip: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
    },
  },
  USAGE,
);
const whole = (name: 'products' | 'orders' | 'seconds') => {
  const number = Number(values[name]);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`--${name} must be a whole number, not '${values[name]}'. ${USAGE}`);
};
const size = { products: whole('products'), orders: whole('orders') };
const seconds = whole('seconds');

/**
 * Measures the reads of the product API over a large shop: milliseconds for one client that asks again and again, and
 * requests per second at sixteen, beside the same SQL sent by pg alone at sixteen in the same run. The database stays
 * in .data/bench for the next run. The clients, the API and PostgreSQL share the machine.
 */
async function bench(stop: AbortSignal): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const cluster = await openFilled(join(root, '.data/bench'), size, { fresh: values.fresh, stop });
  stack.defer(() => cluster.stop());
  const { db, close } = connect(cluster.url);
  stack.defer(close);
  const pool = new pg.Pool({ connectionString: cluster.url, max: 10 });
  let ending = false;
  // An idle connection whose server has ended is not the fault of a query.
  pool.on('error', (error) => {
    if (!stop.aborted && !ending) throw error;
  });
  stack.defer(() => {
    ending = true;
    return pool.end();
  });
  const api = await startApi(await freePort(), {
    DATABASE_URL: cluster.url,
    DATA_DIR: join(root, '.data/bench'),
  });
  stack.defer(() => api.stop());
  const client = openClient(api.url, values.gzip ? 'gzip' : 'identity');
  stack.defer(async () => client.close());

  const reads = (await readsOf(db)).filter(({ name }) => name.includes(values.only));
  console.log(
    `${size.products} products, ${size.orders} orders; ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(2)}`,
  );
  const rows: Record<string, Record<string, number>> = {};
  for (const { name, variants } of reads) {
    if (stop.aborted) return;
    const at = <T>(all: readonly T[], n: number) => all[n % all.length] as T;
    const ask = (n: number) => {
      const { path, headers } = at(variants, n);
      return client.get(path, headers);
    };
    const statements = await Promise.all(variants.map(({ work }) => statementsOf(pool, work)));
    const times = await timeEach(ask, Math.min(TIMED, Math.max(30, variants.length)), TIMED);
    const answered = seconds > 0 ? await rateOf(ask, CLIENTS, seconds) : Number.NaN;
    const bare =
      seconds > 0
        ? await rateOf((n) => replay(pool, at(statements, n)), CLIENTS, seconds)
        : Number.NaN;
    const round = (value: number, digits: number) => Number(value.toFixed(digits));
    rows[name] = {
      p50: round(quantile(times, 0.5), 1),
      p95: round(quantile(times, 0.95), 1),
      p99: round(quantile(times, 0.99), 1),
      kB: round((await ask(0)) / 1000, 1),
      queries: statements[0]?.length ?? 0,
      'req/s': round(answered, 0),
      'bare/s': round(bare, 0),
      ratio: round(answered / bare, 2),
    };
  }
  console.table(rows);
  console.log(`load ${loadavg()[0]?.toFixed(2)} at the end`);
}

const stop = stopSignal();
try {
  await bench(stop);
} catch (error) {
  // Ctrl-C also ends the database, and pending queries fail.
  if (!stop.aborted) throw error;
}
if (stop.aborted) {
  console.log('Stopped before the end. The database stays in .data/bench.');
  process.exitCode = 130;
}
