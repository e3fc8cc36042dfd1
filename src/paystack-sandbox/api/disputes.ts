import type { Hono } from 'hono';
import type { Faults } from '#sandbox/faults/faults.ts';
import { misbehave } from '#sandbox/faults/routes.ts';
import { listedDispute } from '#sandbox/ledger/dispute-data.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { answer, guarded, isInTime, pageOf } from './api.ts';

interface DisputeApiOptions {
  ledger: Ledger;
  faults: Faults;
  secretKey: string;
}

/** Paystack's list of disputes, newest first (Paystack's OpenAPI, /dispute). /sandbox/events makes and ends them. */
export function disputeApi({ ledger, faults, secretKey }: DisputeApiOptions): Hono {
  const api = guarded(secretKey);

  api.get('/', misbehave('disputes', { faults, ledger }), (c) => {
    const { status, transaction } = c.req.query();
    const found = ledger
      .all()
      .filter(({ id }) => !transaction || id === Number(transaction))
      .flatMap((record) => record.disputes.map((dispute) => ({ record, dispute })))
      .filter(({ dispute }) => !status || dispute.status === status)
      .filter(({ dispute }) => isInTime(c, dispute.createdAt))
      .sort((one, other) => other.dispute.createdAt - one.dispute.createdAt);
    const { rows, meta } = pageOf(c, found);
    const data = rows.map(({ record, dispute }) => listedDispute(record, dispute));
    return answer(c, 'Disputes retrieved', data, meta);
  });

  return api;
}
