import type { Hono } from 'hono';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { createApp } from './http/app.ts';
import { describeError, type Log, logToStderr } from './log.ts';
import { createMediaStore } from './media/media-store.ts';
import type { Paystack } from './payments/paystack.ts';
import { createCheckout } from './services/checkout.ts';
import { catalogueOf, type Services } from './services/services.ts';
import { createSettlement } from './services/settlement.ts';
import { startSweeper } from './services/sweeper.ts';
import type { Settings } from './settings.ts';

/** The product API, ready to be mounted. */
export interface Backend {
  app: Hono;
  services: Services;
  /** Begins to look after pending orders; `close` ends it. */
  startSweeper(): void;
  /** Ends the sweeper and the connections. */
  close(): Promise<void>;
}

/**
 * Opens the product API over the database of the settings, bringing its tables up to date first.
 * @throws Error with its cause when the database cannot be reached or brought up to date.
 */
export async function createBackend(
  settings: Settings,
  parts: { paystack: Paystack; log?: Log | undefined },
): Promise<Backend> {
  const { paystack, log = logToStderr } = parts;
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
    media: createMediaStore(db, settings.DATA_DIR),
    catalogue: catalogueOf(db),
    checkout: createCheckout(common),
    settlement: createSettlement(common),
  };
  let stopSweeper: (() => Promise<void>) | null = null;
  return {
    app: createApp(services, settings, log),
    services,
    startSweeper() {
      stopSweeper ??= startSweeper(db, services.settlement, log);
    },
    async close() {
      await stopSweeper?.();
      await close();
    },
  };
}
