import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { shippingPlaces } from '#backend/db/catalogue-tables.ts';
import { freePort } from '#backend/db/cluster.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { createPaystack, type Paystack } from '#backend/payments/paystack.ts';
import { insertProducts, writeCatalogue } from '#backend/services/catalogue-import/writer.ts';
import { createSettlement } from '#backend/services/payments/settlement.ts';
import { readSettings, type Settings } from '#backend/settings.ts';
import { type Running, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';
import { PLACES, product } from '../contract/shop.harness.ts';
import { type ApiProcess, startApi } from './api-process.ts';
import { findFaults } from './invariants.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { openWebhookDoor, type WebhookDoor } from './webhook-door.ts';

/** Whether everything is done as often as the issue asks, or a few times as `npm test` does. */
export const FULL = process.env.FAULTS === 'full';
/** The seed of all choices: FAULTS_SEED, or a new one; each test prints it. */
export const SEED = Number(process.env.FAULTS_SEED) || Math.trunc(Date.now() / 1000) % 1_000_000;

/** A shop of several real processes over one database, with the real sandbox and a mail server. */
export interface FaultShop {
  /** Not counted among the shop's own connections. */
  client: pg.Client;
  sandbox: Running;
  door: WebhookDoor;
  mail: MailServer;
  /** The processes that run now, by their places. */
  apis: ApiProcess[];
  /** Starts the process of a place, on that place's port; it must not be running. */
  start(place: number): Promise<ApiProcess>;
  /** Lets every hold run out, and forgets when Paystack was last asked. */
  expire(): Promise<void>;
  /** Expires and settles what is pending, as the sweeper does. */
  sweep(): Promise<void>;
  /** Fails with every invariant that does not hold. */
  expectSound(): Promise<void>;
  /** Waits until every letter has left, and sees that each has arrived under its own Message-ID. */
  expectMailed(): Promise<void>;
  /** Connects again, after the database was killed. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Opens it over an empty database, with the bottles of each product; no process runs yet. */
export async function openFaultShop(options: {
  databaseUrl: string;
  stock: Readonly<Record<string, number>>;
  /** How many processes there are to be at most. */
  places: number;
  /** ms between the sandbox's tries to deliver a webhook. */
  webhookPausesMs?: readonly number[];
}): Promise<FaultShop> {
  const { databaseUrl, stock: initial } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-faults-'));
  const door = await openWebhookDoor();
  const sandbox = await startSandbox({
    webhookUrl: door.url,
    webhookPausesMs: options.webhookPausesMs ?? [],
  });
  const mail = await startMailServer();
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PAYSTACK_URL: sandbox.url,
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    CLIENT_ADDRESS_HEADER: 'x-client-address',
    SMTP_URL: mail.url,
  };
  const settings = readSettings(env);
  await migrate(databaseUrl);
  await fill(databaseUrl, initial);
  const ports = await Promise.all(Array.from({ length: options.places }, () => freePort()));
  const apis: ApiProcess[] = [];
  const shop: FaultShop = {
    client: await connectClient(databaseUrl),
    sandbox,
    door,
    mail,
    apis,
    async start(place) {
      const api = await startApi(ports[place] ?? 0, env);
      apis[place] = api;
      return api;
    },
    async expire() {
      await shop.client.query(`update orders set hold_expires_at = now() - interval '1 second',
        next_check_at = now(), claimed_until = now(), checked_at = null where status = 'pending'`);
    },
    async sweep() {
      await shop.expire();
      // As the sweeper of a process, without waiting for its next round.
      await withRules(settings, async (rules) => {
        const settlement = createSettlement({ ...rules, log: () => {} });
        while ((await settlement.sweep()) > 0);
      });
    },
    async expectSound() {
      expect(await withRules(settings, (rules) => findFaults(rules, initial))).toEqual([]);
    },
    async expectMailed() {
      await vi.waitFor(
        async () => {
          await shop.client.query('update mails set next_try_at = now() where sent_at is null');
          const { rows } = await shop.client.query('select id from mails where sent_at is null');
          expect(rows).toEqual([]);
        },
        { timeout: 30_000, interval: 100 },
      );
      const { rows } = await shop.client.query<{ id: string }>('select id from mails');
      const arrived = new Set(mail.arrived.map((id) => id.split('@')[0]));
      expect(arrived).toEqual(new Set(rows.map(({ id }) => id.replace(/[^A-Za-z0-9._-]/g, '.'))));
    },
    async reconnect() {
      shop.client = await connectClient(databaseUrl);
    },
    async close() {
      await Promise.all(apis.map((api) => api.kill()));
      await shop.client.end();
      await sandbox.close();
      await door.close();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return shop;
}

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'faults' });
  // The database may be killed; the next query tells.
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function fill(url: string, initial: Readonly<Record<string, number>>): Promise<void> {
  const { db, close } = connect(url);
  const createdAt = new Date(0);
  await writeCatalogue(db, (transaction) =>
    insertProducts(
      transaction,
      Object.entries(initial).map(([id, stock]) => product({ id, stock, createdAt })),
    ),
  );
  await db.insert(shippingPlaces).values(PLACES);
  await close();
}

/** The rules of the shop in this process, over connections that are closed after `work`. */
async function withRules<T>(
  settings: Settings,
  work: (rules: { db: Database; settings: Settings; paystack: Paystack }) => Promise<T>,
): Promise<T> {
  const { db, close } = connect(settings.DATABASE_URL ?? '');
  const paystack = createPaystack({
    secretKey: settings.PAYSTACK_SECRET_KEY,
    baseUrl: settings.PAYSTACK_URL,
    allowedHosts: settings.PAYSTACK_PAGE_HOSTS,
  });
  try {
    return await work({ db, settings, paystack });
  } finally {
    await close();
  }
}
