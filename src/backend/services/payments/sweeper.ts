import type { Database } from '#backend/db/connect.ts';
import { describeError, type Log } from '#backend/log.ts';
import { sweepAccounts } from '#backend/services/accounts/sweep.ts';
import { forgetOldChanges } from '#backend/services/catalogue/changes.ts';
import type { Refunds } from '#backend/services/refunds/refunds.ts';
import { eraseStockAlerts } from '#backend/services/stock-alerts/erasure.ts';
import type { Settlement } from './settlement.ts';

const PAUSE_MS = 15_000;

/**
 * Until it is stopped, it settles pending orders, asks about reversals, finishes refunds, tells who waits for a product that
 * is back, and removes expired rows. Any number of processes may run one.
 * @returns a function that stops it after the current order. Other processes take the rest of a round a minute later.
 */
export function startSweeper(
  db: Database,
  {
    settlement,
    refunds,
    stockAlerts,
  }: {
    settlement: Settlement;
    refunds: Pick<Refunds, 'sweep'>;
    stockAlerts: { tell(): Promise<number> };
  },
  log: Log,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: NodeJS.Timeout | undefined;
  const round = async () => {
    try {
      while (!signal.aborted && (await settlement.sweep(signal)) > 0);
      if (!signal.aborted) await settlement.recheck(signal);
      if (!signal.aborted) await refunds.sweep(signal);
      if (signal.aborted) return;
      await stockAlerts.tell();
      await eraseStockAlerts(db);
      await sweepAccounts(db);
      await forgetOldChanges(db);
    } catch (error) {
      log({ event: 'sweep_failed', error: describeError(error) });
    }
  };
  let work = Promise.resolve();
  const again = () => {
    work = round().then(() => {
      if (signal.aborted) return;
      timer = setTimeout(again, PAUSE_MS);
      timer.unref();
    });
  };
  again();
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await work;
  };
}
