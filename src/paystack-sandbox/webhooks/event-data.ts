import type { PaymentEvent } from '#sandbox/ledger/after-payment.ts';
import { disputeWebhookData } from '#sandbox/ledger/dispute-data.ts';
import type { RefundRecord } from '#sandbox/ledger/returns.ts';
import { customer, webhookData } from '#sandbox/ledger/transaction-data.ts';
import type { TransactionRecord } from '#sandbox/ledger/transaction-record.ts';

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

/** `data` of the webhook of an event: of the payment, or of its newest refund or dispute. */
export function eventData(event: PaymentEvent, record: TransactionRecord) {
  const refund = record.refunds.at(-1);
  const dispute = record.disputes.at(-1);
  if (event.startsWith('refund.') && refund) return refundData(record, refund);
  if (event.startsWith('charge.dispute.') && dispute) return disputeWebhookData(record, dispute);
  return webhookData(record);
}

/** The name of the webhook of a transfer that was not the amount. */
export const REJECTED = 'bank.transfer.rejected';

/** `data` of that webhook (PaystackOSS/doc-code-snippets @ 94af513, payment-methods/pwt). It has no reference of the shop. */
export const rejectedData = (record: TransactionRecord, amount: number) => ({
  bank_transfer: {
    amount: String(amount),
    message: 'incorrect amount sent',
    message_type: 'INCORRECT_AMOUNT',
    transaction_id: String(record.id),
  },
  customer: customer(record),
});
