import { collectDefaultMetrics, Registry } from '@prometheus-io/client';
import type { Hono } from 'hono';
import { addressesOf, CONNECTIONS } from '#backend/db/addresses.ts';
import { commitWaitsTask } from '#backend/db/commit-waits.ts';
import { API_LIMITS, connect } from '#backend/db/connect.ts';
import { type Migrations, prepareDatabase } from '#backend/db/prepare.ts';
import { createApp } from '#backend/http/app.ts';
import { addressReader } from '#backend/http/client-address.ts';
import { startSender } from '#backend/mail/sender.ts';
import { createSmtp } from '#backend/mail/smtp.ts';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import type { Composer } from '#backend/media/composer.ts';
import { openForServing } from '#backend/media/objects/serving.ts';
import { pictureOrigins } from '#backend/media/own-picture.ts';
import { createMediaStore } from '#backend/media/store.ts';
import { requestMetrics } from '#backend/metrics/request-metrics.ts';
import { stateMetrics } from '#backend/metrics/state-metrics.ts';
import { storeCalls, storeState } from '#backend/metrics/store-metrics.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { startWatch } from '#backend/publishing/watch.ts';
import { createRefundAccounts } from '#backend/refund-accounts/accounts.ts';
import { takeShopChanges } from '#config/shop.ts';
import { createBackups } from './backup/by-hand.ts';
import { startTask } from './base/background.ts';
import { createLog, describeError, type Log } from './base/log.ts';
import { makeShopId } from './base/shop-id.ts';
import { createEvents } from './emails/subscribers.ts';
import {
  accountsOf,
  catalogueOf,
  ordersOf,
  reviewsOf,
  type Services,
  shopOf,
  staffOf,
  stockAlertsOf,
} from './http/services.ts';
import { incidentWatch } from './incidents/watch.ts';
import { watchDatabase } from './lost-time/mark.ts';
import type { Providers } from './payment-provider/providers.ts';
import { createCheckout } from './payments/checkout.ts';
import { readSealKeys } from './payments/sealed/keys.ts';
import { createSettlement } from './payments/settlement.ts';
import { unmatchedTask } from './payments/unmatched/rounds.ts';
import { createUnmatched } from './payments/unmatched/unmatched.ts';
import { withOwn } from './payments/way-rules.ts';
import { importWork } from './products/files/jobs/import-work.ts';
import { createSnapshots } from './products/snapshot/snapshots.ts';
import { createRefunds } from './refunds/refunds.ts';
import type { Settings } from './settings/settings.ts';
import { readChanges } from './shop/facts.ts';
import { sweepsOf } from './sweeps.ts';

/** The product API, ready to be mounted. */
export interface Backend {
  app: Hono;
  /** The metrics for Prometheus. Empty unless `measured` is set. */
  registry: Registry;
  services: Services;
  /** Starts the background work: settling orders, sending emails, telling the publisher. `close` ends it. */
  startWork(): void;
  /**
   * Ends what would delay a stop: the snapshots in progress, and the messages to the publisher, which may be a part of this
   * process. Call it when the listener stops.
   */
  windDown(): Promise<void>;
  /** Ends the background work, then the connections. Call it after the last request. */
  close(): Promise<void>;
}

interface BackendParts {
  /** The providers that take the money. New payments begin at the first one. */
  providers: Providers;
  /** Receives the events. By default they are written to standard error. */
  log?: Log | undefined;
  /** Whether requests are counted for Prometheus. */
  measured?: boolean;
  /** Receives one entry for each request. None by default. */
  requests?: Log | undefined;
  composer?: Composer | undefined;
  /** Aborts when the process is about to stop: it reports that it is not ready, and keeps answering. */
  draining?: AbortSignal | undefined;
  /** Whether to apply new migrations first, which is the default, or to leave them to `npm run migrate`. */
  migrations?: Migrations;
}

/**
 * Opens the product API over the database of the settings.
 * @throws Error with a sentence to show if the database cannot be reached or migrated, or lacks migrations, or if the S3
 *   store of the settings refuses the shop.
 */
export async function createBackend(settings: Settings, parts: BackendParts): Promise<Backend> {
  const { composer, draining, measured, migrations = 'apply' } = parts;
  const log = parts.log ?? createLog(settings);
  const registry = new Registry();
  const addresses = addressesOf(settings);
  await prepareDatabase(addresses, migrations);
  const onError = (error: Error) =>
    log({ event: 'database_connection_lost', error: describeError(error) });
  // Only a shop with a bucket has such calls.
  const onCall = measured && settings.MEDIA_S3_BUCKET ? storeCalls(registry) : undefined;
  const pictures = await openForServing(settings, { log, onCall });
  if (measured) storeState(registry, pictures.isUp ?? (() => true));
  const shopId = await makeShopId(settings.DATA_DIR);
  const sealKeys = await readSealKeys(settings);
  const { db, pool, close } = connect(addresses, { onError, limits: API_LIMITS });
  const browsing = connect(addresses, {
    onError,
    limits: API_LIMITS,
    connections: CONNECTIONS.browsing,
  });
  // Emails name the shop. The watch follows later changes.
  takeShopChanges(await readChanges(db));
  const events = createEvents(settings, sealKeys);
  const providers = withOwn(parts.providers, db);
  const common = { db, events, providers, settings, log };
  const media = createMediaStore(db, pictures.objects, { composer, log });
  // An import takes minutes, perhaps in one statement. It opens connections only while there is one.
  const patient = connect(addresses.direct, { onError, connections: CONNECTIONS.imports });
  const imports = importWork({
    db: patient.db,
    calls: db,
    place: { media, objects: pictures.objects },
    hosts: readPictureHosts(settings.PICTURE_HOSTS),
    origins: pictureOrigins(settings),
    log,
  });
  // This comes before any call is answered, so that nobody can repeat a refund that the database has forgotten.
  await watchDatabase({ db, dataDir: settings.DATA_DIR, log }).catch((error: unknown) =>
    log({ event: 'payments_round_failed', error: describeError(error) }),
  );
  const settlement = createSettlement(common);
  const refunds = createRefunds(common);
  const publisher = publisherOf(settings);
  const services: Services = {
    db,
    events,
    media,
    imports,
    catalogue: catalogueOf(browsing.db),
    snapshots: createSnapshots(db, log),
    checkout: createCheckout({ ...common, settlement, sealKeys }),
    settlement,
    phoneKeys: sealKeys,
    refunds,
    refundAccounts: createRefundAccounts(common),
    unmatched: createUnmatched({ ...common, sealKeys, refunds }),
    accounts: accountsOf(db),
    orders: ordersOf(db, settlement, settings),
    reviews: reviewsOf(db, browsing.db),
    shop: shopOf(browsing.db),
    stockAlerts: stockAlertsOf(common, settings),
    staff: staffOf(db),
    backups: createBackups(db, settings, { databaseUrl: addresses, pictures: pictures.objects }),
  };
  if (measured) {
    collectDefaultMetrics({ register: registry });
    stateMetrics(registry, { db, pool, log });
  }
  const requests = [
    ...(parts.requests ? [parts.requests] : []),
    ...(measured ? [requestMetrics(registry)] : []),
  ];
  const addressOf = addressReader(settings, log);
  const admin =
    settings.ADMIN === 'on'
      ? await (await import('./open-office.ts')).openAdmin(services, settings, log)
      : undefined;
  let started = false;
  let endWatch = async () => {};
  const endings: (() => Promise<void>)[] = [];
  const windDown = async () => {
    await Promise.all([endWatch(), services.snapshots.close()]);
  };
  return {
    registry,
    app: createApp(services, settings, {
      log,
      requests,
      shopId,
      browsing,
      draining,
      admin,
      addressOf,
    }),
    services,
    startWork() {
      if (started) return;
      started = true;
      const tasks = [
        ...sweepsOf(services),
        ...imports.tasks,
        unmatchedTask({ ...common, ask: settlement.ask }),
        commitWaitsTask(browsing.db, log),
        incidentWatch({ db, settings, publisher, log }),
      ];
      endings.push(...tasks.map((task) => startTask(task, log)));
      endWatch = startWatch({ db, databaseUrl: addresses.direct, log }, publisher);
      const { SMTP_URL, MAIL_FROM, TEST_PAYMENTS } = settings;
      if (!SMTP_URL) return;
      const testSign = TEST_PAYMENTS === 'yes';
      endings.push(startSender(db, createSmtp({ url: SMTP_URL, from: MAIL_FROM, testSign }), log));
    },
    windDown,
    async close() {
      await Promise.all([windDown(), ...endings.map((end) => end()), services.media.close()]);
      await Promise.all([close(), browsing.close(), patient.close()]);
    },
  };
}
