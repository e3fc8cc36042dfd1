import type { Task } from './background.ts';
import { sweepAccounts } from './services/accounts/sweep.ts';
import { forgetOldChanges } from './services/catalogue/changes.ts';
import type { Services } from './services/services.ts';
import { eraseStockAlerts } from './services/stock-alerts/erasure.ts';

const often = { failure: 'sweep_failed', pauseMs: 15_000, deadlineMs: 45_000 };

/** What becomes due with time. Whatever Paystack keeps waiting, the others go on. */
export const sweepsOf = ({
  db,
  settlement,
  refunds,
  stockAlerts,
}: Pick<Services, 'db' | 'settlement' | 'refunds' | 'stockAlerts'>): Task[] =>
  [
    // A number would be a pause.
    async (signal: AbortSignal) => void (await settlement.sweep(signal)),
    async (signal: AbortSignal) => void (await settlement.recheck(signal)),
    async (signal: AbortSignal) => void (await refunds.sweep(signal)),
    async () => {
      await stockAlerts.tell();
      await eraseStockAlerts(db);
    },
    async () => {
      await sweepAccounts(db);
      await forgetOldChanges(db);
    },
  ].map((round) => ({ ...often, round }));
