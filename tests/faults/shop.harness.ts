import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { connect, type Database } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { createEvents } from '#backend/emails/subscribers.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import { createSettlement } from '#backend/payments/settlement.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { providersOf } from '#backend/providers.ts';
import { readSettings, type Settings } from '#backend/settings/settings.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { FLUTTERWAVE, type Running, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';
import { PLACES, product } from '../contract/shop.harness.ts';
import { type ApiProcess, startApi } from './api-process.ts';
import { findFaults } from './invariants.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { openWebhookRelay, type WebhookRelay } from './webhook-relay.ts';

/** A shop of several real processes on one database, with the real sandbox and a mail server. */
export interface FaultShop {
  /** The test's own connection, which the shop's do not include. */
  client: pg.Client;
  /** The settings of its processes, without a port. */
  env: Record<string, string>;
  sandbox: Running;
  relay: WebhookRelay;
  mail: MailServer;
  /** The running processes, by place. */
  apis: ApiProcess[];
  /** Starts the process of a place, on the port of that place. It must not be running. */
  start(place: number): Promise<ApiProcess>;
  /** Lets every reservation expire, and forgets when Paystack was last asked. */
  expire(): Promise<void>;
  /** Expires and settles pending orders, as the sweeper does. */
  sweep(): Promise<void>;
  /** Fails with all faults that it finds. */
  expectSound(): Promise<void>;
  /** Waits until every email is sent, and checks that each has arrived under its Message-ID. */
  expectMailed(): Promise<void>;
  /** Connects again, after the database was killed. */
  reconnect(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a shop on an empty database, with the given stock. No process runs yet. */
export async function openFaultShop(options: {
  databaseUrl: string;
  stock: Readonly<Record<string, number>>;
  /** The maximum number of processes. */
  places: number;
  /** Milliseconds between the sandbox's tries to deliver a webhook. */
  webhookPausesMs?: readonly number[];
  /** Puts something between the processes and the sandbox, and returns its address. */
  paystack?: (sandboxUrl: string) => Promise<string>;
  /** More settings of the processes. */
  settings?: Record<string, string>;
}): Promise<FaultShop> {
  const { databaseUrl, stock: initial } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-faults-'));
  const relay = await openWebhookRelay();
  const sandbox = await startSandbox({
    webhookUrl: relay.url,
    webhookPausesMs: options.webhookPausesMs ?? [],
  });
  const mail = await startMailServer();
  const provider = (await options.paystack?.(sandbox.url)) ?? sandbox.url;
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ...(options.settings?.PAYMENT_WAYS?.includes('flutterwave') && {
      FLUTTERWAVE_URL: `${provider}/v3`,
      FLUTTERWAVE_PAGE_HOSTS: new URL(sandbox.url).host,
      FLUTTERWAVE_SECRET_KEY: FLUTTERWAVE.secretKey,
      FLUTTERWAVE_WEBHOOK_HASH: FLUTTERWAVE.hash,
    }),
    PAYSTACK_URL: provider,
    PAYSTACK_PAGE_HOSTS: new URL(sandbox.url).host,
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    CLIENT_ADDRESS_HEADER: 'x-client-address',
    SMTP_URL: mail.url,
    ...options.settings,
  };
  const settings = readSettings(env);
  await migrate(databaseUrl);
  await fill(databaseUrl, initial);
  const ports = await Promise.all(Array.from({ length: options.places }, () => freePort()));
  const apis: ApiProcess[] = [];
  /** Ends the claims on emails, which a killed process would keep for 90 seconds. */
  const endClaims = () =>
    shop.client.query('update emails set next_try_at = now() where sent_at is null');
  const shop: FaultShop = {
    client: await connectClient(databaseUrl),
    env,
    sandbox,
    relay,
    mail,
    apis,
    async start(place) {
      if (apis[place]) await endClaims();
      const api = await startApi(ports[place] ?? 0, env);
      apis[place] = api;
      return api;
    },
    async expire() {
      await shop.client.query(`with expired as (
          update orders set reservation_expires_at = now() - interval '1 second' where status = 'pending' returning id)
        update payments set next_at = now(), claimed_until = now(), asked_at = null
        where order_id in (select id from expired)`);
    },
    async sweep() {
      await shop.expire();
      // Like the sweeper of a process, without waiting for its next round.
      await withRules(settings, async (rules) => {
        const settlement = createSettlement({
          ...rules,
          events: createEvents(settings, []),
          log: () => {},
        });
        while ((await settlement.sweep()) > 0);
      });
    },
    async expectSound() {
      expect(await withRules(settings, (rules) => findFaults(rules, initial))).toEqual([]);
    },
    async expectMailed() {
      await vi.waitFor(
        async () => {
          const { rows } = await shop.client.query('select id from emails where sent_at is null');
          expect(rows).toEqual([]);
        },
        { interval: 100 },
      );
      const { rows } = await shop.client.query<{ id: string }>('select id from emails');
      const arrived = new Set(mail.arrived.map((id) => id.split('@')[0]));
      expect(arrived).toEqual(new Set(rows.map(({ id }) => id.replace(/[^A-Za-z0-9._-]/g, '.'))));
    },
    async reconnect() {
      shop.client = await connectClient(databaseUrl);
      await endClaims();
    },
    async close() {
      await Promise.all(apis.map((api) => api.kill()));
      await shop.client.end();
      await sandbox.close();
      await relay.close();
      await mail.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return shop;
}

async function connectClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'faults' });
  // The database may be killed. The next query reports it.
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

/** Runs work with the shop's services in this process, on connections that are closed afterwards. */
async function withRules<T>(
  settings: Settings,
  work: (rules: { db: Database; settings: Settings; providers: Providers }) => Promise<T>,
): Promise<T> {
  const { db, close } = connect(settings.DATABASE_URL ?? '');
  try {
    return await work({ db, settings, providers: providersOf(settings) });
  } finally {
    await close();
  }
}
