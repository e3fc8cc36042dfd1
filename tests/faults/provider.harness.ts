import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, inArray } from 'drizzle-orm';
import { createBackend } from '#backend/backend.ts';
import { orders } from '#backend/orders/tables.ts';
import { paystackOf } from '#backend/paystack/paystack.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { listenOn, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';
import { expireReservations } from '../contract/orders/time.harness.ts';
import { orderBody, PLACES, product } from '../contract/shop.harness.ts';
import { freshDatabase } from '../database/fresh.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/** Milliseconds that the API allows Paystack for one call. */
export const TIMEOUT_MS = 1000;
export const STOCK = 1000;

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Opens a shop with one product: the API as its own process, and the sandbox over real HTTP. */
export async function openShop() {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-faults-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sandbox = await startSandbox({ webhookUrl: `${url}/api/payment/webhook` });
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    PAYSTACK_URL: sandbox.url,
    PAYSTACK_TIMEOUT_MS: String(TIMEOUT_MS),
    // A test need not wait.
    PAYSTACK_PAUSE_MS: '0',
  };
  // A second process of the same shop, from the database's point of view. It reads the database and sweeps on demand.
  const settings = readSettings(env);
  const twin = await createBackend(settings, {
    providers: [paystackOf(settings)],
    log: () => {},
  });
  const { db, settlement } = twin.services;
  await writeCatalogue(db, (transaction) =>
    insertProducts(transaction, [product({ id: 'oud', stock: STOCK })]),
  );
  await db.insert(shippingPlaces).values(PLACES);
  const api = await startApi(port, env);

  const ask = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    return { status: response.status, body: (await response.json()) as any };
  };
  const control = (init: RequestInit, query = '') =>
    fetch(`${sandbox.url}/sandbox/faults${query}`, init);

  return {
    /** Presses 'Proceed to Payment' for one unit. The same key is the same attempt. */
    buy: (email: string, key: string) =>
      ask('/api/payment/initialize', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(orderBody([['oud', 10_000, 1]], { email })),
      }),
    verify: (reference: string) => ask(`/api/payment/verify/${reference}`),
    /** Returns the subjects of the emails to this address. */
    async emails(email: string): Promise<string[]> {
      const { body } = await ask(`/dev/mail.json?to=${email}`);
      return body.map(({ subject }: { subject: string }) => subject);
    },
    /** Makes the sandbox misbehave for one shopper. */
    async break(fault: { on: string; kind: string; email: string; [more: string]: unknown }) {
      const answer = await control({ method: 'POST', body: JSON.stringify(fault) });
      if (answer.status !== 201) throw new Error(await answer.text());
    },
    clearFaults: (email: string) => control({ method: 'DELETE' }, `?email=${email}`),
    ordersOf: (email: string) =>
      db.select().from(orders).where(eq(orders.email, email)).orderBy(orders.createdAt),
    /** Returns the units of the orders in these states. Each order has one unit. */
    units: (states: ('paid' | 'pending')[]) => db.$count(orders, inArray(orders.status, states)),
    async stock() {
      const [row] = await selectProducts(db);
      return row?.stock ?? Number.NaN;
    },
    /** Lets the reservations of this shopper's orders expire, and sweeps. */
    async sweep(email: string) {
      await expireReservations(db, eq(orders.email, email));
      await settlement.sweep();
    },
    /** Returns the webhooks for a reference that the sandbox has sent or tried to send, and the shop's answers. */
    async webhooks(reference: string) {
      const answer = await fetch(`${sandbox.url}/sandbox/webhooks`);
      const { deliveries } = (await answer.json()) as {
        deliveries: { reference: string; state: string; attempts: { status: number }[] }[];
      };
      return deliveries.filter((delivery) => delivery.reference === reference);
    },
    async close() {
      api.kill('SIGTERM');
      if (api.exitCode === null) await once(api, 'exit');
      await sandbox.close();
      await twin.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startApi(port: number, env: Record<string, string>) {
  const api = spawn(process.execPath, ['scripts/api/main.ts'], {
    env: { ...PLAIN_ENVIRONMENT, API_PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  api.stderr.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-4000);
  });
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  api.stdout.on('data', (chunk) => {
    if (String(chunk).includes('answers on')) resolve();
  });
  const ended = once(api, 'exit').then(([code]) => {
    throw new Error(`The API ended with ${code}: ${said}`);
  });
  await Promise.race([ready, ended]);
  // From here on the test ends it.
  ended.catch(() => {});
  return api;
}

async function freePort(): Promise<number> {
  const server = await listenOn(() => {});
  await server.close();
  return Number(new URL(server.url).port);
}
