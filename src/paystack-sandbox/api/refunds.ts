import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import type { Faults } from '#sandbox/faults/faults.ts';
import { misbehave } from '#sandbox/faults/routes.ts';
import { wantedEvent } from '#sandbox/ledger/after-payment.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { createdRefund, listedRefund } from '#sandbox/ledger/refund-data.ts';
import { type RefundRecord, refundable } from '#sandbox/ledger/returns.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';
import { answer, guarded, isInTime, pageOf, refuse } from './api.ts';
import { BANKS } from './banks.ts';
import { kobo } from './initialize-request.ts';
import { jsonOf } from './json-body.ts';
import { REFUSALS } from './refusal.ts';

interface RefundApiOptions {
  ledger: Ledger;
  faults: Faults;
  secretKey: string;
  /** Called when a refund begins or goes on; it is the last one of its transaction. */
  tell: (event: 'refund.pending' | 'refund.processing', record: TransactionRecord) => void;
}

const note = z.nullish(z.string());
const accountDetails = z.object({
  refund_account_details: z.object({
    currency: z.literal('NGN'),
    account_number: z.string().check(z.regex(/^\d{10}$/)),
    bank_id: z.string().check(z.refine((id) => BANKS.some((bank) => `${bank.id}` === id))),
  }),
});
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
export function refundApi({ ledger, faults, secretKey, tell }: RefundApiOptions): Hono {
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
    tell('refund.pending', begun.record);
    const data = createdRefund(begun.record, begun.refund);
    return answer(c, 'Refund has been queued for processing', data);
  });

  api.post(
    '/retry_with_customer_details/:refund',
    misbehave('retry', { faults, ledger }),
    async (c) => {
      if (!accountDetails.safeParse(await jsonOf(c)).success)
        return refuse(c, REFUSALS.refundAccount);
      const id = Number(c.req.param('refund'));
      const record = ledger.byRefund(`${id}`);
      const isWaiting = record?.refunds.some(
        (one) => one.id === id && one.status === 'needs-attention',
      );
      const sent =
        record && isWaiting
          ? ledger.happen(record, wantedEvent.parse({ event: 'refund.processing', refund: id }))
          : null;
      const refund = sent?.refunds.at(-1);
      if (!sent || !refund) return refuse(c, REFUSALS.refundState);
      tell('refund.processing', sent);
      const data = createdRefund(sent, refund);
      return answer(c, 'Refund retried and has been queued for processing', data);
    },
  );

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
    .all('paystack')
    .flatMap((record) => record.refunds.map((refund) => ({ record, refund })))
    .sort((one, other) => other.refund.createdAt - one.refund.createdAt);

/** Filters of the list call: the transaction's id, and time. */
function filterOf(c: Context): (found: Found) => boolean {
  const { transaction } = c.req.query();
  return ({ record, refund }) =>
    (!transaction || record.id === Number(transaction)) && isInTime(c, refund.createdAt);
}
