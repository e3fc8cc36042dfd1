import type { RefundRecord } from './returns.ts';
import { listedCustomer, verifyData } from './transaction-data.ts';
import type { TransactionRecord } from './transaction-record.ts';

const iso = (ms: number) => new Date(ms).toISOString();
/** Paystack pays back within ten working days. */
const EXPECTED_MS = 10 * 24 * 60 * 60_000;
const INTEGRATION = 100_000;
const EMAIL = 'shop@example.com';

/** Paystack writes a sentence of its own where the shop gives no note. */
const notes = (record: TransactionRecord, refund: RefundRecord) => ({
  customer_note: refund.customerNote ?? `Refund for transaction ${record.reference}`,
  merchant_note: refund.merchantNote ?? `Refund for transaction ${record.reference} by ${EMAIL}`,
});

/** `data` of the call that makes a refund (Paystack's OpenAPI, RefundCreateResponse). Kobo. */
export function createdRefund(record: TransactionRecord, refund: RefundRecord) {
  const { id, domain, reference, amount, paid_at, channel, currency, order_id, paidAt } =
    verifyData(record);
  return {
    transaction: {
      id,
      domain,
      reference,
      amount,
      paid_at,
      channel,
      currency,
      authorization: { exp_month: null, exp_year: null, account_name: null },
      customer: { international_format_phone: null },
      plan: {},
      subaccount: { currency: null },
      split: {},
      order_id,
      paidAt,
      pos_transaction_data: null,
      source: null,
      fees_breakdown: null,
    },
    integration: INTEGRATION,
    deducted_amount: 0,
    channel: null,
    ...notes(record, refund),
    status: refund.status,
    refunded_by: EMAIL,
    expected_at: iso(refund.createdAt + EXPECTED_MS),
    currency: record.currency,
    domain: 'test',
    amount: refund.amount,
    fully_deducted: false,
    id: refund.id,
    createdAt: iso(refund.createdAt),
    updatedAt: iso(refund.createdAt),
  };
}

/** One entry of `data` of the call that lists refunds (RefundListResponseArray). Kobo. */
export function listedRefund(record: TransactionRecord, refund: RefundRecord) {
  return {
    integration: INTEGRATION,
    transaction: record.id,
    dispute: null,
    settlement: null,
    id: refund.id,
    domain: 'test',
    currency: record.currency,
    amount: refund.amount,
    status: refund.status,
    refunded_at: null,
    refunded_by: EMAIL,
    ...notes(record, refund),
    deducted_amount: refund.status === 'processed' ? refund.amount : 0,
    fully_deducted: refund.status === 'processed' ? 1 : 0,
    createdAt: iso(refund.createdAt),
    bank_reference: null,
    transaction_reference: record.reference,
    reason: 'REFUND',
    customer: listedCustomer(record),
    refund_type: refund.amount < record.amount ? 'partial' : 'full',
    transaction_amount: record.amount,
    initiated_by: EMAIL,
    refund_channel: record.channel ?? 'card',
    session_id: null,
    collect_account_number: false,
  };
}
