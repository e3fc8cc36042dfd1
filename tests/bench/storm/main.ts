import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { PRICE } from '../../faults/shopper.ts';
import { attack } from './attacks.ts';
import { openMeasures } from './calls.ts';
import { register, visit } from './honest.ts';
import { openMail } from './mail.ts';

/**
 * Measures what honest shoppers and the merchant feel while the shop is attacked: the whole shop of `npm start` with a mail
 * server of its own, first calm, then under all attacks of attacks.ts at once:
 *   node tests/bench/storm/main.ts [minutes under attack] [calm minutes]
 * Shop, shoppers and attackers share this machine.
 */
const MINUTES = Number(process.argv[2] ?? 20);
const CALM_MINUTES = Number(process.argv[3] ?? 2);
const VISITORS = 4;
const PUBLISH_EVERY_MS = 30_000;
const PRODUCTS = [
  'tom-ford-oud-wood',
  'tom-ford-lost-cherry',
  'givenchy-irresistible',
  'amouage-guidance',
];
/** The product whose price the merchant changes. Nobody buys it. */
const PRICED = 'amouage-interlude-man';

const dataDir = await mkdtemp(join(tmpdir(), 'turare-storm-'));
const mail = await openMail();
const port = await freePort();
const shopUrl = `http://127.0.0.1:${port}`;
const env = {
  PATH: process.env.PATH,
  PORT: String(port),
  SANDBOX_PORT: String(await freePort()),
  DATA_DIR: dataDir,
  SMTP_URL: mail.url,
  CLIENT_ADDRESS_HEADER: 'x-client-address',
};
const log = new Map<string, number>();
const shop = spawn(process.execPath, ['scripts/start/main.ts'], {
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
});
createInterface({ input: shop.stderr }).on('line', (line) => {
  // Lines of the console: '[08:14:52] INFO: order_transition {…}'.
  const event = /\b[A-Z]+: (\w+)/.exec(line)?.[1] ?? line.slice(0, 80);
  log.set(event, (log.get(event) ?? 0) + 1);
});
const ready = Promise.withResolvers<void>();
createInterface({ input: shop.stdout }).on('line', (line) => {
  if (line.startsWith('ready ')) ready.resolve();
});
shop.once('exit', (code) => ready.reject(new Error(`The shop ended with ${code}`)));

/** Sets fields of a product by the merchant's command. */
async function set(id: string, ...fields: string[]): Promise<void> {
  const child = spawn(process.execPath, ['scripts/catalogue/main.ts', 'set', id, ...fields], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`The command ended with ${code}`);
}

/** Changes a price every half minute, and waits until its page shows it. */
async function merchant(timed: ReturnType<typeof openMeasures>['timed'], signal: AbortSignal) {
  for (let price = 400_001; !signal.aborted; price++) {
    await timed('merchant: a price', () => set(PRICED, `price=${price}`));
    await timed('publishing: ordered to live', async () => {
      const shown = `"price":${price}`;
      const until = performance.now() + 60_000;
      while (!(await (await fetch(`${shopUrl}/products/${PRICED}`)).text()).includes(shown)) {
        if (performance.now() > until) throw new Error('not live after 60 s');
        await pause(100);
      }
    });
    // The end of the storm ends the pause.
    await pause(PUBLISH_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

async function residentMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${shop.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

const measures = openMeasures();

/** Honest shoppers and the merchant for so long; prints the table and the memory of the shop's process. */
async function phase(title: string, minutes: number, customers: Parameters<typeof visit>[3][]) {
  const end = new AbortController();
  const memory = [await residentMegabytes()];
  const sampling = setInterval(async () => memory.push(await residentMegabytes()), 30_000);
  const people = [
    ...customers.map((customer) => visit(shopUrl, measures, PRODUCTS, customer, end.signal)),
    merchant(measures.timed, end.signal),
  ];
  await pause(minutes * 60_000);
  end.abort();
  await Promise.all(people);
  clearInterval(sampling);
  measures.report(
    `${title}, ${minutes} minutes, ${cpus().length} cores, load ${loadavg()[1]?.toFixed(1)}`,
  );
  console.log(`Memory of the shop's process, MB, every 30 s: ${memory.join(' ')}`);
}

try {
  await ready.promise;
  for (const id of PRODUCTS) await set(id, 'stock=1000000', `price=${PRICE}`, 'discount=');
  const customers = Array.from({ length: VISITORS }, (_, n) => ({
    email: `customer-${n}@example.com`,
    password: 'Honest-12345',
    address: `105.112.0.${n + 1}`,
  }));
  for (const customer of customers) await register(shopUrl, mail.code, customer);
  await phase('Calm', CALM_MINUTES, customers);
  const over = new AbortController();
  const attacks = attack(
    shopUrl,
    { product: PRODUCTS[0] ?? '', victim: customers[0]?.email ?? '' },
    over.signal,
  );
  await phase('Under attack', MINUTES, customers);
  over.abort();
  await attacks.done;
  console.log('What the attacks met:');
  console.table(Object.fromEntries([...attacks.met].sort()));
  console.log('Events in the log:', Object.fromEntries(log), `Emails delivered: ${mail.count()}`);
  const audit = spawn(process.execPath, ['scripts/audit/main.ts'], { env, stdio: 'inherit' });
  await once(audit, 'exit');
} finally {
  shop.kill('SIGTERM');
  if (shop.exitCode === null) await once(shop, 'exit');
  await mail.close();
  await rm(dataDir, { recursive: true, force: true });
}
