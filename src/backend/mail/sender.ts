import { setTimeout as wait } from 'node:timers/promises';
import { startTask } from '#backend/base/background.ts';
import { describeError, type Log } from '#backend/base/log.ts';
import { Signal } from '#backend/base/signal.ts';
import type { Database } from '#backend/db/connect.ts';
import { isUnavailable } from '#backend/db/unavailable.ts';
import {
  buryExpired,
  type ClaimedEmail,
  claimNext,
  giveBack,
  recordFailed,
  recordRefused,
  recordSent,
} from './outbox.ts';
import { isRefusal, type Send } from './smtp.ts';

/** Milliseconds between two checks of an empty queue. */
const PAUSE = 2000;
/** Milliseconds in which a round takes emails from the queue. */
const DEADLINE = 60_000;
const FAILURE = 'mail_queue_failed';
/** Emails sent at a time, each to another recipient. A server that is slow about one leaves room for the others. */
const AT_ONCE = 5;
/** Tries to record that an email was sent. With their pauses they last about as long as the claim. */
const RECORD_TRIES = 30;
/** Milliseconds for the emails in progress when the sender stops. */
const GRACE = 3000;

/**
 * Sends the emails of the queue until it is stopped. A mail server that is down delays emails and loses none. The log has
 * `email_undeliverable` for each dead letter.
 * @returns a function that stops it after the current emails. Those that take longer than three seconds return to the
 *   queue.
 */
export function startSender(db: Database, send: Send, log: Log): () => Promise<void> {
  const changed = new Signal();
  const cut = new AbortController();
  const underWay = new Map<string, Promise<void>>();

  const begin = (email: ClaimedEmail) => {
    const work = tryOnce(db, email, send, { log, cut: cut.signal })
      .catch((error: unknown) => log({ event: FAILURE, error: describeError(error) }))
      .finally(() => {
        underWay.delete(email.recipient);
        changed.raise();
      });
    underWay.set(email.recipient, work);
  };

  const round = async (signal: AbortSignal) => {
    while (!signal.aborted && underWay.size < AT_ONCE) {
      const email = await claimNext(db, [...underWay.keys()]);
      if (email) {
        begin(email);
        continue;
      }
      for (const id of await buryExpired(db)) {
        log({ event: 'email_undeliverable', email: id, why: 'expired' });
      }
      return;
    }
  };

  const task = { failure: FAILURE, pauseMs: PAUSE, deadlineMs: DEADLINE, wake: changed, round };
  const stop = startTask(task, log);
  return async () => {
    await stop();
    const limit = setTimeout(() => cut.abort(new Error('The shop stops')), GRACE);
    await Promise.all(underWay.values());
    clearTimeout(limit);
  };
}

/** Sends an email and records the result. */
async function tryOnce(
  db: Database,
  email: ClaimedEmail,
  send: Send,
  { log, cut }: { log: Log; cut: AbortSignal },
): Promise<void> {
  try {
    await send(email, cut);
  } catch (error) {
    if (cut.aborted) return giveBack(db, email);
    const reason = error instanceof Error ? error.message : String(error);
    const refused = isRefusal(error);
    if (refused) await recordRefused(db, email, reason);
    if (refused || (await recordFailed(db, email, reason))) {
      const why = refused ? 'refused' : 'expired';
      log({ event: 'email_undeliverable', email: email.id, why });
    }
    return;
  }
  await record(() => recordSent(db, email), cut);
}

/** Records that an email was sent, also if the database is briefly away, so that nobody gets it twice. */
async function record(work: () => Promise<void>, cut: AbortSignal): Promise<void> {
  for (let left = RECORD_TRIES; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || cut.aborted || !isUnavailable(error)) throw error;
      // A stop ends the pause. One more try follows, whose error is thrown.
      await wait(PAUSE, undefined, { signal: cut }).catch(() => {});
    }
  }
}
