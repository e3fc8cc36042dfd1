import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import type { DisputeRecord, RefundRecord } from '#sandbox/ledger/returns.ts';
import { customer, webhookData } from '#sandbox/ledger/transaction-data.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';

const iso = (ms: number) => new Date(ms).toISOString();
/** How long the merchant may take to answer a dispute. */
const ANSWER_MS = 24 * 60 * 60_000;

/**
 * `data` of a refund.* webhook (PaystackOSS/doc-code-snippets @ 94af513, payments/refunds/events.js). It has no id, and
 * names the payment in `transaction_reference` alone. Amounts are text as long as the bank has not confirmed them.
 */
function refundData(record: TransactionRecord, refund: RefundRecord) {
  const { first_name, last_name, email } = customer(record);
  return {
    status: refund.status,
    transaction_reference: record.reference,
    refund_reference: refund.reference,
    amount: refund.status === 'failed' ? refund.amount : String(refund.amount),
    currency: record.currency,
    processor: record.channel === 'bank_transfer' ? 'instant-transfer' : 'mpgs_zen',
    customer: { first_name, last_name, email },
    integration: 100_000,
    domain: 'test',
  };
}

/**
 * `data` of a charge.dispute.* webhook (the same, payments/webhooks/events.js). It names the payment inside `transaction`
 * alone; `transaction_reference` is null.
 */
function disputeData(record: TransactionRecord, dispute: DisputeRecord) {
  const resolved = dispute.status === 'resolved';
  return {
    id: dispute.id,
    refund_amount: dispute.amount,
    currency: record.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    transaction: {
      ...webhookData(record),
      metadata: '',
      log: null,
      authorization: {},
      subaccount: {},
    },
    transaction_reference: null,
    category: 'chargeback',
    customer: customer(record),
    bin: '408408',
    last4: '4081',
    dueAt: iso(dispute.createdAt + ANSWER_MS),
    resolvedAt: resolved ? iso(dispute.updatedAt) : null,
    evidence: null,
    attachments: null,
    note: null,
    history: [{ status: 'pending', by: record.email, createdAt: iso(dispute.createdAt) }],
    messages: [
      {
        sender: record.email,
        body: 'Customer complained about debit without value',
        createdAt: iso(dispute.createdAt),
      },
    ],
    created_at: iso(dispute.createdAt),
    updated_at: iso(dispute.updatedAt),
  };
}

/** `data` of the webhook of an event: of the payment, or of its newest refund or dispute. */
export function eventData(event: PaymentEvent, record: TransactionRecord) {
  const refund = record.refunds.at(-1);
  const dispute = record.disputes.at(-1);
  if (event.startsWith('refund.') && refund) return refundData(record, refund);
  if (event.startsWith('charge.dispute.') && dispute) return disputeData(record, dispute);
  return webhookData(record);
}
