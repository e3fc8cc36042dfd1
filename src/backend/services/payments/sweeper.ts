import type { Database } from '#backend/db/connect.ts';
import { describeError, type Log } from '#backend/log.ts';
import { sweepAccounts } from '#backend/services/accounts/sweep.ts';
import { forgetOldChanges } from '#backend/services/catalogue/changes.ts';
import type { Settlement } from './settlement.ts';

const PAUSE_MS = 15_000;

/**
 * Settles pending orders and removes expired rows until it is stopped. Any number of processes may run one.
 * @returns a function that stops it after the current round.
 */
export function startSweeper(db: Database, settlement: Settlement, log: Log): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      while (!stopped && (await settlement.sweep()) > 0);
      await sweepAccounts(db);
      await forgetOldChanges(db);
    } catch (error) {
      log({ event: 'sweep_failed', error: describeError(error) });
    }
  };
  let work = Promise.resolve();
  const again = () => {
    work = round().then(() => {
      if (stopped) return;
      timer = setTimeout(again, PAUSE_MS);
      timer.unref();
    });
  };
  again();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await work;
  };
}
