import type { Database } from '#backend/db/connect.ts';
import { listenTo } from '#backend/db/listen.ts';
import { describeError, type Log } from '#backend/log.ts';
import { CHANGES_CHANNEL, recordEndedDiscounts } from '#backend/services/catalogue/changes.ts';
import { tellNews } from './notices.ts';
import type { Publisher } from './publisher.ts';

/** Milliseconds between two looks without a ring: what a lost connection or a dead process left is found then. */
const PAUSE = 5000;

/**
 * Records the discounts that end, and tells the publisher of every change, until stopped. A change rings, so that the
 * message leaves as it commits. Any number of processes may watch.
 * @returns stops; a message under way is broken off, and told by the next process that watches.
 */
export function startWatch(
  parts: { db: Database; databaseUrl: string; log: Log },
  publisher: Publisher | null,
): () => Promise<void> {
  const { db, databaseUrl, log } = parts;
  const stop = new AbortController();
  const bell = new Bell();
  const stopListening = listenTo(
    databaseUrl,
    CHANGES_CHANNEL,
    () => bell.ring(),
    (error) => log({ event: 'catalogue_listener_lost', error: describeError(error) }),
  );
  const work = (async () => {
    while (!stop.signal.aborted) {
      const wait = await round(db, publisher, log, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted)
          log({ event: 'catalogue_watch_failed', error: describeError(error) });
        return PAUSE;
      });
      await bell.wait(wait);
    }
  })();
  return async () => {
    stop.abort(new Error('The API is closing'));
    bell.ring();
    await Promise.all([work, stopListening()]);
  };
}

/** @returns milliseconds until there is something to do again, if nothing rings before. */
async function round(
  db: Database,
  publisher: Publisher | null,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const ends = (await recordEndedDiscounts(db)) ?? PAUSE;
  if (!publisher) return Math.min(ends, PAUSE);
  const told = await tellNews(db, publisher, signal);
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

/** Wakes one who waits; a ring that nobody heard wakes the next at once. */
class Bell {
  #rung = false;
  #wake = () => {};

  ring(): void {
    this.#rung = true;
    this.#wake();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((done) => {
        // One more: PostgreSQL's clock knows parts of a millisecond.
        const timer = setTimeout(done, Math.max(0, ms) + 1);
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
    }
    this.#rung = false;
  }
}
