import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { type Backend, createBackend } from '#backend/backend.ts';
import { startCluster } from '#backend/db/cluster.ts';
import { createPaystack } from '#backend/payments/paystack.ts';
import { PUBLISH_PATH } from '#contract/publishing.ts';
import { seedDemo } from '#demo/seed.ts';
import { publisherApp } from '#publisher/app.ts';
import { Follower } from '#publisher/follower.ts';
import { describeReport } from '#publisher/words.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { listen } from '#server/listen.ts';
import { siteRoutes } from '#server/site.ts';
import { step } from './console.ts';
import type { ShopSettings } from './settings.ts';
import { ensureRelease, shopPublisher } from './site.ts';

/** A whole shop that answers on one port. */
export interface Shop {
  url: string;
  backend: Backend;
  /** What a newcomer may open, by name. */
  addresses: [name: string, url: string][];
  /** Stops everything, the database last. */
  close(): Promise<void>;
}

/**
 * Opens the shop: database, API, payment sandbox, demo catalogue and, if asked, the site.
 * @param options.fresh - begins anew, without the data of earlier starts.
 * @param options.cancelled - when it aborts, what is open is closed and null returned.
 * @throws Error with a sentence to show; nothing is left running.
 */
export async function openShop(
  settings: ShopSettings,
  options: { fresh: boolean; site: boolean; cancelled?: AbortSignal },
): Promise<Shop | null> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const end of closers.reverse().splice(0)) await end();
  };
  try {
    return await open(settings, options, closers, close);
  } catch (error) {
    await close();
    if (options.cancelled?.aborted) return null;
    throw error;
  }
}

async function open(
  { port, sandboxPort, dataDir, followChanges, buildAhead, backend: given }: ShopSettings,
  options: { fresh: boolean; site: boolean; cancelled?: AbortSignal },
  closers: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<Shop | null> {
  const url = `http://127.0.0.1:${port}`;
  const follows = followChanges && options.site;
  // Unless the settings name another publisher, the shop has its own; they share the secret of this start.
  const own = {
    PUBLISHER_URL: url + PUBLISH_PATH,
    PUBLISHER_SECRET: randomBytes(32).toString('hex'),
  };
  const wanted = follows && !given.PUBLISHER_URL ? { ...given, ...own } : given;
  const gone = async () => {
    if (!options.cancelled?.aborted) return false;
    await close();
    return true;
  };

  // The port is taken before anything else is done: two shops never get half-way into each other.
  const door = new Door();
  closers.push(await listen(door.fetch, port, 'PORT'));
  if (options.fresh) await rm(dataDir, { recursive: true, force: true });

  let databaseUrl = wanted.DATABASE_URL;
  if (!databaseUrl) {
    const cluster = await step('Starting PostgreSQL', () => startCluster({ dataDir }));
    closers.push(() => cluster.stop());
    databaseUrl = cluster.url;
  }
  if (await gone()) return null;
  const paystack = createPaystack({
    secretKey: wanted.PAYSTACK_SECRET_KEY,
    baseUrl: wanted.PAYSTACK_URL,
    allowedHosts: wanted.PAYSTACK_PAGE_HOSTS,
    timeoutMs: wanted.PAYSTACK_TIMEOUT_MS,
  });
  const backend = await step('Opening the API', () =>
    createBackend({ ...wanted, DATABASE_URL: databaseUrl }, { paystack }),
  );
  closers.push(() => backend.close());
  door.open(backend.app);

  const addresses: Shop['addresses'] = [
    ['Shop', `${url}/`],
    ['API', `${url}/api/openapi.json`],
  ];
  if (wanted.SHOP_MODE !== 'production') {
    await openSandbox(
      { port: sandboxPort, url, dataDir, secretKey: wanted.PAYSTACK_SECRET_KEY },
      closers,
    );
    addresses.push(
      ['Payment sandbox', `http://127.0.0.1:${sandboxPort}/`],
      ['Mail outbox', `${url}/dev/mail`],
    );
    await fillDemo(backend, options.cancelled);
  }
  if (await gone()) return null;

  if (options.site) {
    const publisher = shopPublisher({ dataDir, apiUrl: url, settings: wanted });
    const follower = new Follower(publisher, reportFailure, buildAhead);
    closers.push(() => follower.close());
    await step('Building the site', async (say) => {
      publisher.onLine = say;
      const { version } = await backend.services.catalogue.version();
      const report = await ensureRelease(publisher, version);
      console.log(
        report ? `  ${describeReport(report)}` : '  nothing has changed since the last build',
      );
    });
    const { live, pool } = publisher.folders;
    const secret = wanted.PUBLISHER_SECRET;
    door.open(backend.app, {
      site: siteRoutes({ live, pool, siteUrl: wanted.SITE_URL }),
      ...(follows &&
        secret && { publisher: publisherApp({ secret, follower, folders: publisher.folders }) }),
    });
    if (follows) follower.look();
  }
  if (await gone()) return null;
  // Now that the publisher answers, which is told of changes.
  backend.startWork();
  backend.startWarming();
  return { url, backend, addresses, close };
}

async function openSandbox(
  {
    port,
    url,
    dataDir,
    secretKey,
  }: { port: number; url: string; dataDir: string; secretKey: string },
  closers: (() => Promise<void>)[],
) {
  const sandbox = createSandbox({
    secretKey,
    publicUrl: `http://127.0.0.1:${port}`,
    webhookUrl: `${url}/api/payment/webhook`,
    store: join(dataDir, 'paystack-sandbox.jsonl'),
  });
  closers.push(await listen(sandbox.app.fetch, port, 'SANDBOX_PORT'));
  closers.push(async () => sandbox.close());
}

/** The shop goes on with the site that it has; the reason is also kept for `npm run publisher -- status`. */
const reportFailure = (error: unknown) =>
  console.error(
    `The site could not be built anew and stays as it was: ${error instanceof Error ? error.message : error}`,
  );

async function fillDemo(backend: Backend, cancelled: AbortSignal | undefined) {
  if ((await backend.services.catalogue.version()).products > 0) return;
  await step('Filling the demo catalogue and composing its pictures', (say) =>
    seedDemo(backend, (done, total) => say(`${done} of ${total} pictures`), { cancelled }),
  );
}

/** What answers on the shop's port; grows while the shop opens. */
class Door {
  #app: Hono = new Hono().all('*', (c) =>
    c.text('The shop is opening. Try again in a moment.', 503, { 'retry-after': '2' }),
  );

  readonly fetch = (request: Request, env: object): Response | Promise<Response> =>
    this.#app.fetch(request, env);

  open(api: Hono, others: { site?: Hono; publisher?: Hono } = {}): void {
    const { site, publisher } = others;
    const app = new Hono();
    if (publisher) app.post(PUBLISH_PATH, (c) => publisher.fetch(c.req.raw, c.env));
    for (const path of ['/api/*', '/media/*', '/dev/*'])
      app.all(path, (c) => api.fetch(c.req.raw, c.env));
    app.all('*', (c) =>
      site
        ? site.fetch(c.req.raw, c.env)
        : c.text('The shop is opening. Try again in a moment.', 503, { 'retry-after': '2' }),
    );
    this.#app = app;
  }
}
