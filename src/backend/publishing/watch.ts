import { startTask } from '#backend/base/background.ts';
import { describeError, type Log } from '#backend/base/log.ts';
import { Signal } from '#backend/base/signal.ts';
import type { Database } from '#backend/db/connect.ts';
import { listenTo } from '#backend/db/listen.ts';
import { readChanges } from '#backend/shop/facts.ts';
import { takeShopChanges } from '#config/shop.ts';
import { CHANGES_CHANNEL, recordDiscounts } from './changes.ts';
import { notifyPublisher } from './notices.ts';
import type { Publisher } from './publisher.ts';

/** Milliseconds between two rounds without a notification. They cover a lost connection or a dead process. */
const PAUSE = 5000;
const DEADLINE = 60_000;

/**
 * Records discounts that end, follows the shop's facts, and notifies the publisher of every change, until it is stopped. A
 * notification starts a round as soon as a change commits. Any number of processes may watch.
 * @returns a function that stops it. A message in progress is aborted, and the next watching process sends it.
 */
export function startWatch(
  parts: { db: Database /** The direct address. */; databaseUrl: string; log: Log },
  publisher: Publisher | null,
): () => Promise<void> {
  const { db, databaseUrl, log } = parts;
  const changed = new Signal();
  const stopListening = listenTo(
    databaseUrl,
    CHANGES_CHANNEL,
    () => changed.raise(),
    (error) => log({ event: 'catalogue_listener_lost', error: describeError(error) }),
  );
  const stop = startTask(
    {
      failure: 'catalogue_watch_failed',
      pauseMs: PAUSE,
      deadlineMs: DEADLINE,
      wake: changed,
      round: (signal) => round(db, publisher, log, signal),
    },
    log,
  );
  return async () => {
    await Promise.all([stop(), stopListening()]);
  };
}

/** @returns milliseconds until the next round, unless a notification starts it earlier. */
async function round(
  db: Database,
  publisher: Publisher | null,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  takeShopChanges(await readChanges(db));
  const ends = (await recordDiscounts(db)) ?? PAUSE;
  if (!publisher) return Math.min(ends, PAUSE);
  const told = await notifyPublisher(db, publisher, signal);
  const { host } = publisher;
  if (told.state === 'told') {
    log({ event: 'publisher_told', host, version: told.version, tries: told.tries });
  }
  if (told.state === 'failed') {
    const { version, tries, error } = told;
    log({ event: 'publisher_not_told', host, version, tries, error });
  }
  return Math.min(ends, PAUSE, 'waitMs' in told ? told.waitMs : PAUSE);
}
