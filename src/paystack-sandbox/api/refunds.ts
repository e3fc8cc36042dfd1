import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Faults } from '#sandbox/faults/faults.ts';
import { misbehave } from '#sandbox/faults/routes.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { createdRefund, listedRefund } from '#sandbox/ledger/refund-data.ts';
import { type RefundRecord, refundable } from '#sandbox/ledger/returns.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { answer, guarded, isInTime, pageOf, refuse } from './api.ts';
import { kobo } from './initialize-request.ts';
import { jsonOf } from './json-body.ts';
import { REFUSALS } from './refusal.ts';

interface RefundApiOptions {
  ledger: Ledger;
  faults: Faults;
  secretKey: string;
  /** Called for each refund that begins; it is the last one of its transaction. */
  onRefund: (record: TransactionRecord) => void;
}

const note = z.nullish(z.string());
const request = z.object({
  transaction: z.union([z.string(), z.number()]),
  amount: z.nullish(kobo),
  currency: z.nullish(z.string()),
  customer_note: note,
  merchant_note: note,
});

/**
 * Paystack's refund calls (Paystack's OpenAPI, /refund). A refund begins as 'pending'; what follows is ordered at
 * /sandbox/events, as everything that happens after a payment.
 */
export function refundApi({ ledger, faults, secretKey, onRefund }: RefundApiOptions): Hono {
  const api = guarded(secretKey);

  api.post('/', misbehave('refund', { faults, ledger }), async (c) => {
    const read = request.safeParse(await jsonOf(c));
    if (!read.success) return refuse(c, REFUSALS.refundUnread);
    const { transaction, amount, currency, customer_note, merchant_note } = read.data;
    const record = ledger.byName(String(transaction));
    if (!record) return refuse(c, REFUSALS.idUnknown);
    if (record.paidAt === null) return refuse(c, REFUSALS.notPaid);
    if (currency && currency !== record.currency) return refuse(c, REFUSALS.currency);
    if (refundable(record) <= 0) return refuse(c, REFUSALS.refundedAlready);
    const begun = ledger.refund(record, amount ?? refundable(record), {
      merchantNote: merchant_note ?? null,
      customerNote: customer_note ?? null,
    });
    if (!begun) return refuse(c, REFUSALS.refundTooLarge);
    onRefund(begun.record);
    const data = createdRefund(begun.record, begun.refund);
    return answer(c, 'Refund has been queued for processing', data);
  });

  api.get('/', misbehave('refunds', { faults, ledger }), (c) => {
    const found = allRefunds(ledger).filter(filterOf(c));
    const { rows, meta } = pageOf(c, found);
    const data = rows.map(({ record, refund }) => listedRefund(record, refund));
    return answer(c, 'Refunds retrieved', data, {
      ...meta,
      perPage: String(meta.perPage),
      failedRefundCount: found.filter(({ refund }) => refund.status === 'failed').length,
    });
  });

  return api;
}

interface Found {
  record: TransactionRecord;
  refund: RefundRecord;
}

/** Newest first. */
const allRefunds = (ledger: Ledger): Found[] =>
  ledger
    .all()
    .flatMap((record) => record.refunds.map((refund) => ({ record, refund })))
    .sort((one, other) => other.refund.createdAt - one.refund.createdAt);

/** Filters of the list call: the transaction's id, and time. */
function filterOf(c: Context): (found: Found) => boolean {
  const { transaction } = c.req.query();
  return ({ record, refund }) =>
    (!transaction || record.id === Number(transaction)) && isInTime(c, refund.createdAt);
}
