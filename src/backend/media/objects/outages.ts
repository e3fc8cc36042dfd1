import { describeError, type Log } from '#backend/base/log.ts';
import { type ObjectStore, StoreUnavailable } from './object-store.ts';

/** Milliseconds between two calls to a store during an outage. */
const TRIAL_MS = 1000;
/** Milliseconds between reminders in the log during an outage. */
const REMINDER_MS = 60_000;

/** A call, for the metrics. */
export interface StoreCall {
  call: 'get' | 'has' | 'put' | 'remove' | 'list';
  outcome: 'ok' | 'failed';
  /** Seconds. */
  seconds: number;
}

/** A store whose outages are watched. */
export interface WatchedStore extends ObjectStore {
  /** Whether the last call worked. */
  isUp(): boolean;
}

/**
 * Watches a store for outages. During one, one call a second tries the store and the others fail at once. Otherwise each
 * request would wait for seconds and hold its connection and memory. Logs the outage at its start, each minute, and at its
 * end.
 */
export function watchOutages(
  store: ObjectStore,
  { log, onCall = () => {} }: { log: Log; onCall?: ((call: StoreCall) => void) | undefined },
): WatchedStore {
  /** The present outage. Times are in milliseconds. */
  let outage: { error: StoreUnavailable; began: number; tried: number; told: number } | null = null;
  let refused = 0;

  const fail = (error: StoreUnavailable) => {
    const now = performance.now();
    refused++;
    const told = outage?.told;
    outage = { error, began: outage?.began ?? now, tried: now, told: told ?? now };
    if (told !== undefined && now - told < REMINDER_MS) return;
    outage.told = now;
    log({
      event: 'picture_store_unavailable',
      error: describeError(error),
      ...(told !== undefined && { seconds: seconds(now - outage.began), refused }),
    });
  };
  const succeed = () => {
    if (!outage) return;
    const lasted = seconds(performance.now() - outage.began);
    outage = null;
    log({ event: 'picture_store_back', seconds: lasted, refused });
    refused = 0;
  };

  async function call<T>(name: StoreCall['call'], work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    if (outage) {
      if (began - outage.tried < TRIAL_MS) {
        refused++;
        throw outage.error;
      }
      // This call tries the store for all others.
      outage.tried = began;
    }
    let outcome: StoreCall['outcome'] = 'failed';
    try {
      const result = await work();
      outcome = 'ok';
      succeed();
      return result;
    } catch (error) {
      if (error instanceof StoreUnavailable) fail(error);
      throw error;
    } finally {
      onCall({ call: name, outcome, seconds: (performance.now() - began) / 1000 });
    }
  }

  return {
    name: store.name,
    isUp: () => outage === null,
    put: (key, bytes) => call('put', () => store.put(key, bytes)),
    get: (key) => call('get', () => store.get(key)),
    has: (key) => call('has', () => store.has(key)),
    remove: (key) => call('remove', () => store.remove(key)),
    list: (kind) => store.list(kind),
  };
}

const seconds = (ms: number) => Math.round(ms / 1000);
