import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Backend, createBackend } from '#backend/backend.ts';
import { createLog } from '#backend/base/log.ts';
import { startCluster } from '#backend/db/cluster/cluster.ts';
import { OldDatabase } from '#backend/db/unusable.ts';
import type { Composer } from '#backend/media/composer.ts';
import { originOf } from '#backend/office/origin.ts';
import { providersOf } from '#backend/providers.ts';
import { offeredExtensions } from '#backend/settings/payment-mode.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { PUBLISH_PATH } from '#contract/publishing.ts';
import { demoPictures } from '#demo/gallery.ts';
import { seedDemo } from '#demo/seed.ts';
import { ownAddress } from '#process/address.ts';
import { step } from '#process/console.ts';
import { listen } from '#process/listen.ts';
import { serveMetrics } from '#process/metrics.ts';
import { publisherApp } from '#publisher/app.ts';
import { describeReport } from '#publisher/descriptions.ts';
import { Follower } from '#publisher/follower.ts';
import { publisherMetrics } from '#publisher/metrics.ts';
import type { Publisher } from '#publisher/publisher.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { siteRoutes } from '#server/site.ts';
import { ShopRouter } from './router.ts';
import type { ShopSettings } from './settings.ts';
import { ensureRelease, shopPublisher } from './site.ts';

/** A whole shop that answers on one port. */
export interface RunningShop {
  url: string;
  backend: Backend;
  /** The addresses to print once the shop is open. */
  addresses: [name: string, url: string][];
  /** Stops everything: first the listener, after the answers to running requests, and the database last. */
  close(): Promise<void>;
}

interface ShopOptions {
  /** Deletes the data of earlier starts first. */
  fresh: boolean;
  /** Whether to build and serve the site. */
  site: boolean;
  /** Makes the demo's pictures. Default: from their files. */
  composer?: Composer;
  /** If it aborts, the shop closes again and `openShop` returns null. */
  cancelled?: AbortSignal;
}

/**
 * Opens the shop: database, API, payment sandbox, demo catalogue and, if requested, the site.
 * @throws Error with a sentence to show. Nothing is left running then.
 */
export async function openShop(
  settings: ShopSettings,
  options: ShopOptions,
): Promise<RunningShop | null> {
  const whyNot = whyNotFresh(settings);
  if (options.fresh && whyNot !== null) throw new Error(whyNot);
  const parts: Parts = { front: [], rest: new AsyncDisposableStack() };
  try {
    return await open(settings, options, parts);
  } catch (error) {
    await close(parts);
    if (options.cancelled?.aborted) return null;
    throw error instanceof OldDatabase && whyNot === null
      ? new OldDatabase(`${error.message} If none of it matters: npm start -- --fresh`)
      : error;
  }
}

/** The open parts of a shop. */
interface Parts {
  /** Functions that end the listener and its clients. They end together, after the running requests. */
  front: (() => Promise<void>)[];
  /** The services for running requests: workers, connections, the sandbox. They end in reverse order, the database last. */
  rest: AsyncDisposableStack;
}

async function close({ front, rest }: Parts): Promise<void> {
  try {
    await Promise.all(front.map((end) => end()));
  } finally {
    await rest.disposeAsync();
  }
}

async function open(
  { host, port, sandboxPort, dataDir, followChanges, buildAhead, backend: given }: ShopSettings,
  { fresh, site, composer = demoPictures, cancelled }: ShopOptions,
  parts: Parts,
): Promise<RunningShop> {
  const { front, rest } = parts;
  const url = ownAddress(host, port);
  const follows = followChanges && site;
  // Without a publisher in the settings the shop runs its own. Both share a secret, which is new at each start.
  const own = {
    PUBLISHER_URL: url + PUBLISH_PATH,
    PUBLISHER_SECRET: randomBytes(32).toString('hex'),
  };
  const settings = follows && !given.PUBLISHER_URL ? { ...given, ...own } : given;

  // The port comes first, so that a second shop fails before it touches the data of the first.
  const router = new ShopRouter();
  front.push(await listen(router.fetch, port, 'PORT', { host }));
  const publisher = site ? shopPublisher({ dataDir, apiUrl: url, settings }) : undefined;
  if (publisher) front.push(() => publisher.close());
  cancelled?.addEventListener('abort', () => void publisher?.close());
  // A folder that will be deleted must not be prepared.
  const prepared = publisher && !fresh ? prepareFirst(publisher) : undefined;
  // It is awaited below, unless something else fails first.
  prepared?.catch(() => {});

  let databaseUrl = settings.DATABASE_URL;
  if (!databaseUrl) {
    const cluster = await step('Starting PostgreSQL', () => startCluster({ dataDir, fresh }));
    rest.defer(() => cluster.stop());
    databaseUrl = cluster.url;
  }
  cancelled?.throwIfAborted();
  const log = createLog(settings);
  const backend = await step('Opening the API', () =>
    createBackend(
      { ...settings, DATABASE_URL: databaseUrl },
      {
        providers: providersOf(settings),
        composer: settings.SHOP_MODE === 'production' ? undefined : composer,
        log,
        requests: log,
        measured: settings.METRICS_ADDRESS !== undefined,
      },
    ),
  );
  rest.defer(() => backend.close());
  front.push(() => backend.windDown());
  if (settings.METRICS_ADDRESS) {
    rest.defer(await serveMetrics(backend.registry, settings.METRICS_ADDRESS));
  }
  const admin = settings.ADMIN === 'on';
  router.mount({ api: backend.app, admin });

  const addresses: RunningShop['addresses'] = [
    ['Shop', `${url}/`],
    ['API', `${url}/api/openapi.json`],
    ...(admin ? [['Back office', `${originOf(settings)}/admin`] as [string, string]] : []),
  ];
  if (settings.SHOP_MODE !== 'production') {
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
    const sandbox = createSandbox({
      secretKey: settings.PAYSTACK_SECRET_KEY,
      flutterwave: {
        secretKey: settings.FLUTTERWAVE_SECRET_KEY,
        hash: settings.FLUTTERWAVE_WEBHOOK_HASH,
      },
      publicUrl: sandboxUrl,
      webhookUrl: `${url}/api/payment/webhook`,
      store: join(dataDir, 'paystack-sandbox.jsonl'),
      smallestKobo: settings.SMALLEST_PAYMENT_KOBO,
    });
    rest.defer(() => sandbox.close());
    rest.defer(await listen(sandbox.app.fetch, sandboxPort, 'SANDBOX_PORT'));
    addresses.push(['Payment sandbox', `${sandboxUrl}/`], ['Mail outbox', `${url}/dev/mail`]);
    await fillDemo(backend);
  }
  cancelled?.throwIfAborted();

  if (publisher) {
    await prepared;
    publisherMetrics(backend.registry, publisher);
    const follower = new Follower(publisher, reportFailure, { ahead: buildAhead });
    front.push(() => follower.close());
    // Shoppers of a shop in production see its live release, however long the build of a new version takes.
    const later =
      follows && settings.SHOP_MODE === 'production' && (await publisher.live()) !== null;
    if (!later) await buildNow(publisher, backend, settings);
    const { folders } = publisher;
    const secret = settings.PUBLISHER_SECRET;
    router.mount({
      api: backend.app,
      admin,
      site: siteRoutes({ live: folders.live, pool: folders.pool, siteUrl: settings.SITE_URL }),
      publisher: follows && secret ? publisherApp({ secret, follower, folders }) : undefined,
    });
    if (later) void follower.begin();
    else if (follows) follower.look();
  }
  cancelled?.throwIfAborted();
  // The publisher answers only now, and the API sends changes to it.
  backend.startWork();
  return { url, backend, addresses, close: () => close(parts) };
}

/** Begins the first build of a site, which bundles its code while the database starts and is filled. */
async function prepareFirst(publisher: Publisher): Promise<void> {
  if ((await publisher.live()) === null) await publisher.makeReady();
}

/** Publishes the present catalogue, unless the live release shows it. */
const buildNow = (publisher: Publisher, { services }: Backend, settings: Settings) =>
  step('Building the site', async (say) => {
    publisher.onLine = say;
    const { version } = await services.catalogue.version();
    const report = await ensureRelease(publisher, version, offeredExtensions(settings));
    console.log(
      report ? `  ${describeReport(report)}` : '  nothing has changed since the last build',
    );
  });

/** Reports a failed build. The shop keeps serving its release, and `npm run publisher -- status` repeats the reason. */
const reportFailure = (error: unknown) =>
  console.error(
    `The site could not be rebuilt and stays as it was: ${error instanceof Error ? error.message : error}`,
  );

/**
 * Returns why all data may not be deleted; null if it may. A shop in production is not for experiments, and another
 * server's data does not belong to this shop.
 */
function whyNotFresh({ backend, dataDir }: ShopSettings): string | null {
  if (backend.SHOP_MODE === 'production')
    return `--fresh deletes all data, and does not work with SHOP_MODE=production. To begin anew, stop the shop and move ${dataDir} away.`;
  return backend.DATABASE_URL
    ? '--fresh deletes DATA_DIR, but the data is in the database of DATABASE_URL. Begin anew with another database.'
    : null;
}

/** Fills an empty catalogue with the demo. */
export async function fillDemo(backend: Backend): Promise<void> {
  if ((await backend.services.catalogue.version()).products > 0) return;
  await step('Filling the demo catalogue', () => seedDemo(backend));
}
