import type { DisputeRecord } from './returns.ts';
import { customer, listedCustomer, webhookData } from './transaction-data.ts';
import type { TransactionRecord } from './transaction-record.ts';

const iso = (ms: number) => new Date(ms).toISOString();
/** The time to answer a dispute. */
const ANSWER_MS = 24 * 60 * 60_000;

/** Returns the fields that webhook and list share. Only `transaction` names the payment. */
function shared(record: TransactionRecord, dispute: DisputeRecord) {
  const resolved = dispute.status === 'resolved';
  return {
    id: dispute.id,
    refund_amount: dispute.amount,
    currency: record.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    domain: 'test',
    transaction_reference: null,
    category: 'chargeback',
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
  };
}

/** `data` of a charge.dispute.* webhook (PaystackOSS/doc-code-snippets @ 94af513, payments/webhooks/events.js). Kobo. */
export const disputeWebhookData = (record: TransactionRecord, dispute: DisputeRecord) => ({
  ...shared(record, dispute),
  customer: customer(record),
  transaction: {
    ...webhookData(record),
    metadata: '',
    log: null,
    authorization: {},
    subaccount: {},
  },
  created_at: iso(dispute.createdAt),
  updated_at: iso(dispute.updatedAt),
});

/** One entry of `data` of the call that lists disputes (Paystack's OpenAPI, DisputeListResponseArray). Kobo. */
export function listedDispute(record: TransactionRecord, dispute: DisputeRecord) {
  const { requested_amount: _, ...payment } = webhookData(record);
  return {
    ...shared(record, dispute),
    customer: listedCustomer(record),
    transaction: {
      ...payment,
      // Paystack's description knows no other metadata here.
      metadata: { custom_fields: [] },
      log: null,
      authorization: {},
      customer: null,
      subaccount: {},
      connect: null,
    },
    createdAt: iso(dispute.createdAt),
    updatedAt: iso(dispute.updatedAt),
  };
}
