import type { Hono } from 'hono';
import { connect } from '#backend/db/connect.ts';
import { migrate } from '#backend/db/migrate.ts';
import { createApp } from '#backend/http/app.ts';
import { startSender } from '#backend/mail/sender.ts';
import type { Composer } from '#backend/media/composer.ts';
import { createMediaStore } from '#backend/media/store.ts';
import type { Paystack } from '#backend/payments/paystack.ts';
import { publisherOf } from '#backend/publishing/publisher.ts';
import { startWatch } from '#backend/publishing/watch.ts';
import { createSnapshots } from '#backend/services/catalogue-snapshot/snapshots.ts';
import { createCheckout } from '#backend/services/payments/checkout.ts';
import { createSettlement } from '#backend/services/payments/settlement.ts';
import { startSweeper } from '#backend/services/payments/sweeper.ts';
import {
  accountsOf,
  catalogueOf,
  ordersOf,
  reviewsOf,
  type Services,
} from '#backend/services/services.ts';
import { describeError, type Log, logToStderr } from './log.ts';
import type { Settings } from './settings.ts';

/** The product API, ready to be mounted. */
export interface Backend {
  app: Hono;
  services: Services;
  /** Starts the background work: settling orders, sending emails, telling the publisher. `close` ends it. */
  startWork(): void;
  /** Ends the background work and closes the connections. */
  close(): Promise<void>;
}

/**
 * Opens the product API over the database of the settings, after applying new migrations.
 * @throws Error with its cause, when the database cannot be reached or migrated.
 */
export async function createBackend(
  settings: Settings,
  parts: { paystack: Paystack; log?: Log | undefined; composer?: Composer | undefined },
): Promise<Backend> {
  const { paystack, log = logToStderr, composer } = parts;
  const url = settings.DATABASE_URL;
  if (!url) throw new Error('The API needs a database: set DATABASE_URL.');
  try {
    await migrate(url);
  } catch (cause) {
    throw new Error(
      'The database cannot be reached, or its tables cannot be made. Check DATABASE_URL and that PostgreSQL runs.',
      { cause },
    );
  }
  const onError = (error: Error) =>
    log({ event: 'database_connection_lost', error: describeError(error) });
  const { db, close } = connect(url, { onError });
  const common = { db, paystack, settings, log };
  const services: Services = {
    db,
    media: createMediaStore(db, settings.DATA_DIR, { composer, log }),
    catalogue: catalogueOf(db),
    snapshots: createSnapshots(db, log),
    checkout: createCheckout(common),
    settlement: createSettlement(common),
    accounts: accountsOf(db),
    orders: ordersOf(db),
    reviews: reviewsOf(db),
  };
  const endings: (() => Promise<void>)[] = [];
  return {
    app: createApp(services, settings, log),
    services,
    startWork() {
      if (endings.length > 0) return;
      endings.push(startSweeper(db, services.settlement, log));
      endings.push(startWatch({ db, databaseUrl: url, log }, publisherOf(settings)));
      const { SMTP_URL, MAIL_FROM } = settings;
      if (!SMTP_URL) return;
      const onFailure = (error: unknown) =>
        log({ event: 'mail_queue_failed', error: describeError(error) });
      endings.push(startSender(db, { smtpUrl: SMTP_URL, from: MAIL_FROM }, onFailure));
    },
    async close() {
      const { snapshots, media } = services;
      await Promise.all([...endings.map((end) => end()), snapshots.close(), media.close()]);
      await close();
    },
  };
}
