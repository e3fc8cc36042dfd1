import type { Task } from './base/background.ts';
import { sweepAccounts } from './customers/sweep.ts';
import type { Services } from './http/services.ts';
import { eraseUnmatched } from './payments/unmatched/erasure.ts';
import { eraseImports } from './products/files/jobs/erasure.ts';
import { forgetOldChanges } from './publishing/changes.ts';
import { erasePictures } from './returns/erasure.ts';
import { eraseStockAlerts } from './stock-alerts/erasure.ts';

const often = { failure: 'sweep_failed', pauseMs: 15_000, deadlineMs: 45_000 };

/** Returns the periodic work. A provider that is slow delays only its own tasks. */
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
      await eraseImports(db);
      await eraseUnmatched(db);
      await erasePictures(db);
    },
  ].map((round) => ({ ...often, round }));
