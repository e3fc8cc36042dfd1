import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { shippingPlaces } from '#contract/app-data.ts';
import { initializeAnswer, verifyAnswer } from '#contract/checkout.ts';
import { productList } from '#contract/product.ts';
import { post } from '#sandbox/sandbox.harness.ts';
import { orderBody } from '../../contract/shop.harness.ts';

/** What the sandbox knows. */
const LEDGER = 'paystack-sandbox.jsonl';

/** The processes of a shop with its PostgreSQL, and the folder that has all of it. */
interface Machine {
  url: string;
  /** A command of the merchant on this machine. @returns what it prints. */
  command(name: string, ...args: string[]): Promise<string>;
  /** Everything stops at once, as when the power fails. */
  die(): Promise<void>;
}

const env = async (folder: string) => ({
  PATH: process.env.PATH,
  DATA_DIR: folder,
  PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
});

async function run(settings: NodeJS.ProcessEnv, name: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [`scripts/${name}/main.ts`, ...args], { env: settings });
  const [printed, said, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${printed}${said}`);
  return printed;
}

async function startMachine(folder: string): Promise<Machine> {
  const settings = await env(folder);
  const shop = spawn(process.execPath, ['scripts/start/main.ts'], {
    detached: true,
    env: settings,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(shop, 'exit');
  await new Promise<void>((ready, fail) => {
    exited.then(() => fail(new Error('The shop did not start')));
    createInterface({ input: shop.stdout }).on('line', (line) => {
      if (line.startsWith('ready ')) ready();
    });
  });
  const die = async () => {
    // PostgreSQL is in the group, too.
    if (shop.exitCode === null && shop.signalCode === null)
      process.kill(-(shop.pid ?? 0), 'SIGKILL');
    await exited;
  };
  onTestFinished(die);
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    command: (name, ...args) => run(settings, name, args),
    die,
  };
}

const read = async (address: string) => (await fetch(address)).json();

/** Buys the first product in stock. @returns the reference of the payment. */
async function buy({ url }: Machine): Promise<string> {
  const { products } = productList.parse(await read(`${url}/api/product?limit=50`));
  const product = products.find(({ qtyAvailable, discount }) => qtyAvailable > 5 && !discount);
  if (!product) throw new Error('Nothing is in stock');
  const [place] = shippingPlaces.parse(await read(`${url}/api/app-data/shipping-addresses`));
  const body = orderBody([[product.id, product.price, 1]], {
    shippingFee: place?.amount ?? 0,
    shippingLocation: place?.place ?? '',
  });
  const answer = await fetch(`${url}/api/payment/initialize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data } = initializeAnswer.parse(await answer.json());
  await post(data.authorization_url, 'pay');
  const reference = data.reference ?? '';
  expect(await statusOf(url, reference)).toBe('paid');
  return reference;
}

async function statusOf(url: string, reference: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/payment/verify/${reference}`);
  return answer.ok ? verifyAnswer.parse(await answer.json()).payment.status : undefined;
}

test('a machine is lost, and the shop goes on from its backup', { timeout: 240_000 }, async () => {
  const place = await mkdtemp(join(tmpdir(), 'turare-drill-'));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  const backup = join(place, 'backup.tar.gz');
  const [first, second] = [join(place, 'first'), join(place, 'second')];

  const lost = await startMachine(first);
  const before = [await buy(lost), await buy(lost)];
  const [, during] = await Promise.all([lost.command('backup', backup), buy(lost)]);
  const after = await buy(lost);
  const page = await (await fetch(`${lost.url}/products`)).text();
  await lost.die();
  // Paystack is elsewhere, and loses nothing.
  await cp(join(first, LEDGER), join(second, LEDGER));
  await rm(first, { recursive: true });

  const printed = await run(await env(second), 'restore', [backup]);
  expect(printed).toContain('The shop is as it was on');
  const found = await startMachine(second);
  for (const reference of before) expect(await statusOf(found.url, reference)).toBe('paid');
  // It was sold while the backup was written: whole or not at all.
  expect(['paid', 'pending', undefined]).toContain(await statusOf(found.url, during));
  expect(await statusOf(found.url, after)).toBeUndefined();
  const names = (html: string) =>
    [...html.matchAll(/href="\/products\/([^"?#]+)"/g)].map(([, id]) => id);
  expect(names(await (await fetch(`${found.url}/products`)).text())).toEqual(names(page));
  expect(await statusOf(found.url, await buy(found))).toBe('paid');
  expect(await found.command('audit', '--ask-paystack')).toContain('Nothing wrong');
});
